"""A robust posterior from contaminated data."""

import surefoot

# Data of which a tenth does not come from the model.
data = surefoot.simulate("g-and-k", observations=500, seed=1, contaminate="shift:0.1:-50,50")
fit = surefoot.fit(data, "g-and-k", draws=200, seed=1)
print(fit.summary())
