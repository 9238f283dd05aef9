"""The folders of include/surefoot form an order: none includes one that includes it."""

import pathlib
import re

HEADERS = pathlib.Path(__file__).resolve().parents[2] / "include" / "surefoot"


def room(path):
    """The folder that a header is in; a header in none stands for itself."""
    return path.parts[0] if len(path.parts) > 1 else path.name


def rooms():
    """The rooms that the headers of each room include, and one include for each."""
    graph = {}
    for header in sorted(HEADERS.rglob("*.hpp")):
        own = room(header.relative_to(HEADERS))
        for included in re.findall(r"#include <surefoot/([^>]+)>", header.read_text()):
            other = room(pathlib.Path(included))
            if other != own:
                graph.setdefault(own, {})[other] = f"{header.name} includes {included}"
    return graph


def cycle_in(graph):
    """Rooms that lead back to the first of them; empty if there are none."""
    done, way = set(), []

    def visit(name):
        if name in way:
            return way[way.index(name):] + [name]
        if name in done:
            return []
        way.append(name)
        for other in graph.get(name, ()):
            if found := visit(other):
                return found
        way.pop()
        done.add(name)
        return []

    for name in graph:
        if found := visit(name):
            return found
    return []


def test_no_folder_includes_one_that_includes_it():
    graph = rooms()
    assert len(graph) > 10
    cycle = cycle_in(graph)
    assert not cycle, [graph[a][b] for a, b in zip(cycle, cycle[1:])]


def test_a_cycle_would_be_found():
    graph = rooms()
    graph.setdefault("settings", {})["bootstrap"] = "a header that goes against the order"
    assert {"settings", "bootstrap"} <= set(cycle_in(graph))
