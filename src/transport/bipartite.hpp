#pragma once

#include <cstddef>
#include <vector>

#include <lemon/core.h>

namespace surefoot {

/// The digraph of a transport problem as LEMON wants to see it: an arc from each
/// source to each target, none of them stored.  LEMON's own graphs need parts of
/// the standard library that C++20 has removed.  The names are LEMON's.
class Bipartite {
 public:
  /// A node or an arc, by its number.
  template <class Tag>
  struct Item {
    int id = -1;
    Item() = default;
    Item(lemon::Invalid) {}
    explicit Item(int number) : id(number) {}
    bool operator==(const Item&) const = default;
    bool operator<(const Item& other) const { return id < other.id; }
  };
  using Node = Item<struct NodeTag>;  // sources, then targets
  using Arc = Item<struct ArcTag>;    // those of the first source, then of the second

  /// Every `step`th item from `first` to before `end`.
  template <class Base>
  struct Walk : Base {
    Walk(int first, int end, int step) : Base(first), end_(end), step_(step) {
      if (first >= end) this->id = -1;
    }
    Walk& operator++() {
      this->id += step_;
      if (this->id >= end_) this->id = -1;
      return *this;
    }

   private:
    int end_, step_;
  };
  struct NodeIt : Walk<Node> {
    explicit NodeIt(const Bipartite& g) : Walk(0, g.nodes(), 1) {}
  };
  struct ArcIt : Walk<Arc> {
    explicit ArcIt(const Bipartite& g) : Walk(0, g.arcs(), 1) {}
  };
  struct OutArcIt : Walk<Arc> {
    OutArcIt(const Bipartite& g, Node from)
        : Walk(from.id * g.targets_, from.id < g.sources_ ? (from.id + 1) * g.targets_ : 0, 1) {}
  };
  struct InArcIt : Walk<Arc> {
    InArcIt(const Bipartite& g, Node to)
        : Walk(to.id - g.sources_, to.id < g.sources_ ? to.id - g.sources_ : g.arcs(), g.targets_) {
    }
  };

  template <class Key, class T>
  class Map {
   public:
    explicit Map(std::size_t count, T value = {}) : values_(count, value) {}
    decltype(auto) operator[](Key key) { return values_[static_cast<std::size_t>(key.id)]; }
    decltype(auto) operator[](Key key) const { return values_[static_cast<std::size_t>(key.id)]; }

   private:
    std::vector<T> values_;
  };
  template <class T>
  struct NodeMap : Map<Node, T> {
    explicit NodeMap(const Bipartite& g, T value = {})
        : Map<Node, T>(static_cast<std::size_t>(g.nodes()), value) {}
  };
  template <class T>
  struct ArcMap : Map<Arc, T> {
    explicit ArcMap(const Bipartite& g, T value = {})
        : Map<Arc, T>(static_cast<std::size_t>(g.arcs()), value) {}
  };

  Bipartite(int sources, int targets) : sources_(sources), targets_(targets) {}

  Node source(Arc arc) const { return Node(arc.id / targets_); }
  Node target(Arc arc) const { return Node(sources_ + arc.id % targets_); }

  int nodes() const { return sources_ + targets_; }
  int arcs() const { return sources_ * targets_; }

 private:
  int sources_, targets_;
};

}  // namespace surefoot
