"""What is in the files of fits, for tests that compare them."""

import pathlib

import xarray as xr

GROUPS = ("posterior", "sample_stats", "observed_data", "posterior_predictive", "surefoot")
# What may differ between runs of the same bits.
TIMES = ("check", "created_at", "sampling_time", "seconds", "threads")


def content(path):
    """Every value and attribute of a fit but for times: equal contents are equal fits."""
    held = {}
    for group in GROUPS:
        try:
            data = xr.open_dataset(path, group=group)
        except OSError:
            continue
        with data:
            for name, value in data.attrs.items():
                if name == "given_settings":
                    value = [word for word in value.split(",") if word not in TIMES]
                if name not in TIMES:
                    held[group, name] = repr(value)
            for name, variable in data.variables.items():
                values = variable.values
                held[group, name] = values.tolist() if values.dtype == object else values.tobytes()
    assert ("posterior", "draw") in held
    return held


def is_partial(path):
    with xr.open_dataset(path, group="posterior") as posterior:
        return posterior.attrs["partial"] == 1


def draws_in(path):
    with xr.open_dataset(path, group="posterior") as posterior:
        return posterior.chain.size * posterior.draw.size


def journal_of(output):
    return pathlib.Path(f"{output}.journal")
