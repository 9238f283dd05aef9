#pragma once

/// Marks what runs on the host and, when nvcc compiles it, on the device too.  What is
/// marked as a call is not inlined there, because code that one warp runs must not cost
/// the others registers.
/// The only macros of the library, and the only place that asks for the compiler.
#ifdef __CUDACC__
#define SUREFOOT_HD __host__ __device__
#define SUREFOOT_HD_CALL __host__ __device__ __noinline__
#else
#define SUREFOOT_HD
#define SUREFOOT_HD_CALL
#endif
