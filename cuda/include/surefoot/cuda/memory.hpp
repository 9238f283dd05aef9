#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

namespace surefoot::cuda {

/// Throws Fault::device, saying what was tried, unless the call went well.
void check(cudaError_t status, const std::string& what);

/// Memory on the device, owned.
template <class T>
class DeviceArray {
 public:
  DeviceArray() = default;
  explicit DeviceArray(std::size_t size) : size_(size) {
    if (size == 0) return;
    const cudaError_t status = cudaMalloc(reinterpret_cast<void**>(&data_), size * sizeof(T));
    if (status != cudaSuccess) data_ = nullptr;
    check(status, "to allocate " + std::to_string(size * sizeof(T) >> 20) + " MiB on the device");
  }
  explicit DeviceArray(std::span<const T> values) : DeviceArray(values.size()) {
    if (!values.empty())
      check(cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice),
            "to copy to the device");
  }
  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(std::span<const T>(values)) {}
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(DeviceArray&& other) noexcept { swap(other); }
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    swap(other);
    return *this;
  }

  T* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  void swap(DeviceArray& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Memory of the host that the device writes to directly, so that what it has
/// written is there even if the device is lost.
template <class T>
class MappedArray {
 public:
  explicit MappedArray(std::size_t size) : size_(size) {
    check(cudaHostAlloc(reinterpret_cast<void**>(&data_), size * sizeof(T), cudaHostAllocMapped),
          "to allocate memory that the device can write to");
    for (std::size_t i = 0; i < size; ++i) data_[i] = T{};
  }
  ~MappedArray() { cudaFreeHost(data_); }
  MappedArray(const MappedArray&) = delete;
  MappedArray& operator=(const MappedArray&) = delete;

  T* on_device() const {
    T* pointer = nullptr;
    check(cudaHostGetDevicePointer(reinterpret_cast<void**>(&pointer), data_, 0),
          "to find memory of the host from the device");
    return pointer;
  }
  T& operator[](std::size_t i) const { return data_[i]; }
  std::size_t size() const { return size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

class Stream {
 public:
  Stream() {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "to make a stream");
  }
  ~Stream() { cudaStreamDestroy(stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

/// A moment in a stream.
class Event {
 public:
  explicit Event(const Stream& stream) {
    check(cudaEventCreate(&event_), "to make an event");
    check(cudaEventRecord(event_, stream.get()), "to record an event");
  }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  double seconds_since(const Event& other) const {
    float milliseconds = 0.0F;
    check(cudaEventElapsedTime(&milliseconds, other.event_, event_), "to tell the time");
    return 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace surefoot::cuda
