"""What results say: errors, coverage, widths and costs, as tables.  Needs NumPy alone."""

import collections
import json
import pathlib

import numpy as np

INTERVAL = (0.05, 0.95)  # 90 %


def of_draws(draws, weights=None):
    """Means and ends of the intervals, as a result has them."""
    weights = np.ones(len(draws)) if weights is None else np.asarray(weights, float)
    ends = np.array([[weighted_quantile(column, weights, p) for column in draws.T]
                     for p in INTERVAL])
    return {"mean": np.average(draws, axis=0, weights=weights).tolist(),
            "low": ends[0].tolist(), "high": ends[1].tolist()}


def weighted_quantile(values, weights, probability):
    """Between order statistics; with equal weights the quantile that summaries have."""
    order = np.argsort(values)
    upto = np.cumsum(weights[order])
    # The first is at 0 and the last at 1, as the order statistics of NumPy are.
    at = (upto - weights[order][0]) / (upto[-1] - weights[order][0])
    return float(np.interp(probability, at, values[order]))


def normalised_error(mean, truth):
    """The paper's: mean_k (mean_k - truth_k)^2 / mean_k truth_k."""
    return float(np.sum(np.subtract(mean, truth) ** 2) / np.sum(truth))


def coverage(result):
    low, high, truth = (np.array(result[name]) for name in ("low", "high", "truth"))
    return float(np.mean((low <= truth) & (truth <= high)))


def width(result):
    return float(np.mean(np.subtract(result["high"], result["low"])))


def read(path):
    """Of a file, or of all files of a folder."""
    path = pathlib.Path(path)
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def mean_of(values):
    """And its standard error."""
    values = np.asarray(values, float)
    error = values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else float("nan")
    return float(values.mean()), float(error)


def number(value):
    """Two digits that matter, as the tables of the documentation write them."""
    text = np.format_float_positional(float(f"{value:.2g}"), trim="-")
    return text[1:] if text.startswith("0.") else text


def count(value):
    return f"{value:.2g}".replace("e+0", "e") if value >= 1000 else f"{value:.0f}"


def table(results, problem):
    """A row for each method: errors with standard errors, and coverage and width by shares."""
    cells = collections.defaultdict(list)
    for result in results:
        if result["problem"] == problem:
            cells[result["method"], result["outliers"]].append(result)
    shares = sorted({share for _, share in cells})
    percents = [f"{100 * share:g} %" for share in shares]
    most = max(len(cell) for cell in cells.values())
    lines = [f"| {problem}, {most} data sets | "
             + " | ".join(f"error, {percent}" for percent in percents)
             + " | coverage | width | CPU s | simulated obs. |",
             "|---|" + "--:|" * len(shares) + "---|---|--:|--:|"]
    for method in dict.fromkeys(result["method"] for result in results):
        rows = [cells[method, share] for share in shares]
        if not all(rows):
            continue
        every = [result for row in rows for result in row]
        errors = [mean_of([normalised_error(r["mean"], r["truth"]) for r in row]) for row in rows]
        once, seconds = every[0]["once"], np.mean([r["seconds"] for r in every])
        simulated = np.mean([r["simulated"] for r in every])
        lines.append("| " + " | ".join([
            method, *(f"{number(mean)} ({number(se)})" for mean, se in errors),
            " / ".join(f"{np.mean([coverage(r) for r in row]):.2f}".lstrip("0") for row in rows),
            " / ".join(number(np.mean([width(r) for r in row])) for row in rows),
            (f"{number(once['seconds'])} + " if once else "") + number(seconds),
            f"{count(once['simulated'])} once" if once else count(simulated)]) + " |")
    return "\n".join(lines)
