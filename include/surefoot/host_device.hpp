#pragma once

/// Marks what runs on the host and, when nvcc compiles it, on the device too.
/// The only macro of the library, and the only place that asks for the compiler.
#ifdef __CUDACC__
#define SUREFOOT_HD __host__ __device__
#else
#define SUREFOOT_HD
#endif
