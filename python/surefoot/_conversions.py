"""A fit as other packages have it."""

from __future__ import annotations

import io
import os
import tempfile
from typing import TYPE_CHECKING, Any

from ._arguments import as_flag
from ._errors import MissingPackageError

if TYPE_CHECKING:
    import arviz
    import pandas
    import xarray

    from ._result import Fit


def dataframe(fit: Fit, statistics: bool) -> pandas.DataFrame:
    try:
        import pandas
    except ImportError:
        raise MissingPackageError("to_dataframe needs pandas: pip install pandas") from None
    columns: dict[str, Any] = {name: fit[name] for name in fit.names}
    if fit.settings.get("mass") == "free":
        columns["mass"] = fit["mass"]
    told = fit.statistics
    index = pandas.Index(told.pop("draw"), name="draw")
    if as_flag(statistics, "statistics"):
        columns.update((name, values) for name, values in told.items() if name not in columns)
    return pandas.DataFrame(columns, index=index)


def observations_table(scores_csv: str) -> pandas.DataFrame:
    import pandas

    return pandas.read_csv(io.StringIO(scores_csv), index_col="observation")


def arviz_data(fit: Fit) -> arviz.InferenceData | xarray.DataTree:
    try:
        import arviz
    except ImportError:
        raise MissingPackageError("to_arviz needs ArviZ: pip install arviz netCDF4") from None
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "fit.nc")
        fit.save(path)
        data = arviz.from_netcdf(path)
        # The file will be gone.
        if hasattr(data, "children"):  # a tree
            data.load().close()
        else:
            for group in data.groups():
                data[group].load().close()
    return data
