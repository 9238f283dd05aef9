#pragma once

#include <concepts>

#include <surefoot/type_list.hpp>

namespace surefoot {

template <class Product, class From>
struct Maker {
  Product* (*make)(const From&);
};

/// Functions that make a product from each type of a list.  Plain pointers,
/// because they stand in tables that are compiled for several instruction sets.
template <class Product, class List>
struct Makers;
template <class Product, class... From>
struct Makers<Product, TypeList<From...>> : Maker<Product, From>... {
  template <class One>
  requires std::derived_from<Makers, Maker<Product, One>> Product* operator()(
      const One& from) const {
    return static_cast<const Maker<Product, One>&>(*this).make(from);
  }
};

}  // namespace surefoot
