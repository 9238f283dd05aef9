#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace surefoot {

/// Arrays that packs are loaded from start on a cache line and are padded to a
/// whole number of the widest packs.
inline constexpr std::size_t cache_line = 64;
constexpr int padded(int count) { return (count + 15) / 16 * 16; }  // 16 floats fill a cache line

template <class T>
struct CacheLineAllocator {
  using value_type = T;
  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}
  T* allocate(std::size_t n) {
    return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{cache_line}));
  }
  void deallocate(T* p, std::size_t) { ::operator delete (p, std::align_val_t{cache_line}); }
  friend bool operator==(CacheLineAllocator, CacheLineAllocator) { return true; }
};

template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace surefoot
