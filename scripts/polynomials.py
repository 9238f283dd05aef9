"""Fits the polynomials of include/surefoot/simd/{math,normal,trigonometry}.hpp (needs mpmath and numpy).

Each is a weighted least-squares fit at Chebyshev nodes, reweighted towards the minimax one
(Lawson), in 50 digits, so that the rounding of the result is the only double-precision step.
Prints the coefficients, constant term first, and the largest relative error.
"""

import mpmath as mp
import numpy as np

mp.mp.dps = 50


def fit(name, f, lower, upper, degree, nodes=400, sweeps=40, exact_nodes=False):
    """Polynomial of `degree` near f on [lower, upper] in relative error."""
    middle, half = mp.mpf(lower + upper) / 2, mp.mpf(upper - lower) / 2
    ts = [mp.cos(mp.pi * (i + mp.mpf(1) / 2) / nodes) for i in range(nodes)]
    xs = [middle + half * t for t in ts]
    exact = [f(x) for x in xs]
    basis = np.polynomial.chebyshev.chebvander(np.array([float(t) for t in ts]), degree)
    scaled = basis / np.array([float(e) for e in exact])[:, None]
    weights = np.ones(nodes)
    for _ in range(sweeps):
        root = np.sqrt(weights)[:, None]
        solution, *_ = np.linalg.lstsq(scaled * root, np.sqrt(weights), rcond=None)
        residual = np.abs(scaled @ solution - 1)
        weights *= residual + 1e-3 * residual.max() + 1e-30
        weights /= weights.sum()
    if degree > 8 or exact_nodes:  # beyond double precision: interpolate exactly at Chebyshev nodes instead
        k = degree + 1
        ts = [mp.cos(mp.pi * (i + mp.mpf(1) / 2) / k) for i in range(k)]
        cheb = []
        values = [f(middle + half * t) for t in ts]
        for j in range(k):
            s = mp.fsum(v * mp.cos(j * mp.acos(t)) for v, t in zip(values, ts))
            cheb.append(2 * s / k if j else s / k)
    else:
        cheb = [mp.mpf(float(c)) for c in solution]
    # Chebyshev in t -> monomials in x, exactly.
    monomials = [mp.mpf(0)]
    t_previous, t_current = [mp.mpf(1)], [-middle / half, 1 / half]
    for j, c in enumerate(cheb):
        p = t_previous if j == 0 else t_current
        monomials = [
            (monomials[i] if i < len(monomials) else 0) + (c * p[i] if i < len(p) else 0)
            for i in range(max(len(monomials), len(p)))
        ]
        if j >= 1:
            shifted = [mp.mpf(0)] + [2 * a / half for a in t_current]
            scaled_current = [-2 * middle / half * a for a in t_current] + [mp.mpf(0)]
            following = [a + b for a, b in zip(shifted, scaled_current)]
            for i, a in enumerate(t_previous):
                following[i] -= a
            t_previous, t_current = t_current, following
    error = max(
        abs(mp.polyval([mp.mpf(float(c)) for c in monomials[::-1]], x) / f(x) - 1)
        for x in [lower + (upper - lower) * mp.mpf(i) / 2000 for i in range(2001)]
    )
    print(f"{name}: relative error {float(error):.2g}")
    print("  " + ", ".join(f"{float(c):.17g}" for c in monomials))


half_log2 = mp.log(2) / 2
half = mp.mpf(1) / 2
fit("exp2, float", lambda x: mp.mpf(2) ** x, -half, half, 5)
fit("exp2, double", lambda x: mp.mpf(2) ** x, -half, half, 11)
expm1_over_x = lambda x: mp.expm1(x) / x if x else mp.mpf(1)
fit("expm1(x)/x, float", expm1_over_x, -half_log2, half_log2, 6)
fit("expm1(x)/x, double", expm1_over_x, -half_log2, half_log2, 12)
# log(m) = 2 atanh(s) = s L(s^2), s = (m-1)/(m+1), m in [1/sqrt 2, sqrt 2]
s2 = ((mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)) ** 2
atanh = lambda z: 2 * mp.atanh(mp.sqrt(z)) / mp.sqrt(z) if z else mp.mpf(2)
fit("log, float", atanh, 0, s2, 3)
fit("log, double", atanh, 0, s2, 9)
# erfc(t) exp(t^2) (1 + 2t) as a function of (t - c)/(t + c), which maps [0, inf) to [-1, 1)
def erfcx_of(s, c=mp.mpf(15) / 4):
    if s >= 1:
        return 2 / mp.sqrt(mp.pi)
    t = c * (1 + s) / (1 - s)
    if t > 200:  # asymptotic series
        z = 1 / (2 * t * t)
        return (1 + 2 * t) / (t * mp.sqrt(mp.pi)) * (1 - z + 3 * z**2 - 15 * z**3 + 105 * z**4)
    return mp.erfc(t) * mp.exp(t * t) * (1 + 2 * t)
fit("erfcx, float", erfcx_of, -1, 1, 12)
fit("erfcx, double", erfcx_of, -1, 1, 26)
# quantile(p)/(p - 1/2) as a function of w = -log(4 p (1-p))
def p_of(w):
    return (1 - mp.sqrt(1 - mp.exp(-w))) / 2 if w < 60 else mp.exp(-w) / 4 * (1 + mp.exp(-w) / 4)
def quantile_ratio(w):
    if w == 0:
        return mp.sqrt(2 * mp.pi)
    p = p_of(w)
    x = mp.sqrt(2 * w) if w > 1 else mp.sqrt(w)
    for _ in range(60):  # Newton on log Phi(-x) = log p
        tail = mp.erfc(x / mp.sqrt(2)) / 2
        step = (mp.log(tail) - mp.log(p)) / (mp.npdf(x) / tail)
        x += step
        if abs(step) < mp.mpf(10) ** -40:
            break
    return x / (half - p)
fit("quantile, w < 5", lambda w: quantile_ratio(w), 0, 5, 8)
for lower, upper, degree in [("2.2", "4.4", 8), ("4.4", "9.6", 8), ("9.6", "27", 5)]:
    lower, upper = mp.mpf(lower), mp.mpf(upper)
    fit(f"quantile, sqrt(w) in [{lower}, {upper}]", lambda r: quantile_ratio(r * r), lower, upper, degree)
# sin(x)/x and cos(x) as functions of x^2, |x| up to pi/4
octant2 = (mp.pi / 4) ** 2
sin_over_x = lambda z: mp.sin(mp.sqrt(z)) / mp.sqrt(z) if z else mp.mpf(1)
cos_of_root = lambda z: mp.cos(mp.sqrt(z))
fit("sin(x)/x, float", sin_over_x, 0, octant2, 3)
fit("cos, float", cos_of_root, 0, octant2, 4)
fit("sin(x)/x, double", sin_over_x, 0, octant2, 6, exact_nodes=True)
fit("cos, double", cos_of_root, 0, octant2, 7, exact_nodes=True)
# atan(x)/x as a function of x^2, |x| up to tan(pi/8)
eighth2 = (mp.sqrt(2) - 1) ** 2
atan_over_x = lambda z: mp.atan(mp.sqrt(z)) / mp.sqrt(z) if z else mp.mpf(1)
fit("atan(x)/x, float", atan_over_x, 0, eighth2, 4)
fit("atan(x)/x, double", atan_over_x, 0, eighth2, 11)
# erf(x)/x as a function of x^2, |x| up to 1
erf_over_x = lambda z: mp.erf(mp.sqrt(z)) / mp.sqrt(z) if z else 2 / mp.sqrt(mp.pi)
fit("erf(x)/x, float", erf_over_x, 0, 1, 6)
fit("erf(x)/x, double", erf_over_x, 0, 1, 12)
