"""What scikit-learn needs before any work: the peer of kith predict and kith fit on next to nothing."""
import sklearn.linear_model  # noqa: F401
