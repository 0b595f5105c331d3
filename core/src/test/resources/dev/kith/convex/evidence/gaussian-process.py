"""Log marginal likelihoods of Gaussian processes: python3 gaussian-process.py > gaussian-process.csv (scikit-learn 1.2.1)."""
import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, RBF, WhiteKernel

i = np.arange(25.0)
x = (0.37 * i - 0.004 * i * i)[:, None]
y = np.sin(x[:, 0]) + 0.2 * np.cos(7 * i)
print("width,lambda,variance,log_likelihood")
for width in (0.3, 0.8, 2.5):
    for lam in (0.01, 0.3):
        # The best variance for this width and lambda: y'M^-1 y / n.
        m = RBF(width)(x) + lam * np.eye(len(y))
        v = y @ np.linalg.solve(m, y) / len(y)
        kernel = ConstantKernel(v) * RBF(width) + WhiteKernel(v * lam)
        fit = GaussianProcessRegressor(kernel, alpha=0, optimizer=None).fit(x, y)
        print(f"{width!r},{lam!r},{float(v)!r},{float(fit.log_marginal_likelihood_value_)!r}")
