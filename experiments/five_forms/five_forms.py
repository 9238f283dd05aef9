"""One model in five forms: built in, a header, JAX, NumPy and a program; the same posterior, and what each takes.

Prints a table, or JSON with --json.  Each form is fitted once before it is timed, so that what is
compiled and cached is there.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile
import time

import numpy as np

import surefoot

HERE = pathlib.Path(__file__).parent
BOX = {"a": (-20, 20), "b": (0, 100), "g": (-20, 20), "log_k": (-6, 3)}


def g_and_k(theta, noise, np=np):
    a, b, g, log_k = theta
    z = noise[:, 0]
    return a + b * (1 + 0.8 * np.tanh(g * z / 2)) * (1 + z**2) ** np.exp(log_k) * z


def forms(folder):
    """What each form gives to `fit`: the model, and settings."""
    import jax

    program = pathlib.Path(folder) / "g_and_k"
    subprocess.run(["cc", "-O2", HERE / "g_and_k.c", "-o", program, "-lm"], check=True)
    bounds = {name: box[:2] for name, box in BOX.items()}
    return {
        "built in": ("g-and-k", {"bounds": bounds}),
        "header": (surefoot.compile(HERE / "g_and_k.hpp"), {}),
        "JAX": (surefoot.Simulator(lambda t, e: g_and_k(t, e, jax.numpy), BOX), {}),
        "NumPy": (surefoot.Simulator(g_and_k, BOX), {}),
        "program": (f"exec:{program}",
                    {"parameters": BOX, "protocol": "binary", "embedding": "direct"}),
    }


def measure(model, settings, data, draws, repetitions):
    surefoot.fit(data, model, draws=2, seed=1, progress=False, **settings)
    seconds = []
    for _ in range(repetitions):
        start = time.perf_counter()
        fit = surefoot.fit(data, model, draws=draws, seed=1, progress=False, **settings)
        seconds.append(time.perf_counter() - start)
    return fit, min(seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--observations", type=int, default=2048)
    parser.add_argument("--draws", type=int, default=500)
    parser.add_argument("--only", default="", help="forms, separated by commas")
    parser.add_argument("--repetitions", type=int, default=1)
    parser.add_argument("--setting", action="append", default=[], metavar="NAME=VALUE",
                        help="of every fit")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    data = surefoot.simulate("g-and-k", observations=options.observations, seed=1)
    common = dict(setting.split("=", 1) for setting in options.setting)
    with tempfile.TemporaryDirectory() as folder:
        chosen = {name: form for name, form in forms(folder).items()
                  if name in (options.only.split(",") if options.only else [name])}
        found = {}
        for name, (model, settings) in chosen.items():
            fit, seconds = measure(model, {**common, **settings}, data, options.draws,
                                   options.repetitions)
            found[name] = {"seconds": seconds, "mean": fit.draws.mean(axis=0).tolist(),
                           "sd": fit.draws.std(axis=0).tolist(), "converged": fit.converged,
                           "calls": int(fit.statistics["simulator_calls"].sum())}
    first = next(iter(found.values()))
    for form in found.values():
        form["apart"] = float(np.max(np.abs(np.subtract(form["mean"], first["mean"]))
                                     / first["sd"]))
    if options.json:
        print(json.dumps(found, indent=2))
        return
    print(f"g-and-k, n = {options.observations}, {options.draws} draws; apart: largest distance of "
          "the means from the first's, in its posterior sd")
    print(f"{'':10}{'seconds':>9}{'ratio':>8}{'calls':>10}{'converged':>11}{'apart':>8}  means (sd)")
    for name, form in found.items():
        means = "  ".join(f"{m:.4f} ({s:.4f})" for m, s in zip(form["mean"], form["sd"]))
        print(f"{name:10}{form['seconds']:9.3f}{form['seconds'] / first['seconds']:8.2f}"
              f"{form['calls']:10}{form['converged']:11}{form['apart']:8.3f}  {means}")


if __name__ == "__main__":
    main()
