"""What can go wrong, as exceptions that say what to do."""


class KithError(Exception):
    """Any error of this package."""


class ModelFileError(KithError, ValueError):
    """A file is damaged, of an unknown version, or no model at all."""


class UnsupportedModelError(KithError, NotImplementedError):
    """A whole model that this package cannot predict with; Kith itself can."""


class RowsError(KithError, ValueError):
    """Rows that a model cannot predict: a missing column, a text where a number belongs, an unknown task."""


class CommandError(KithError, RuntimeError):
    """The command line could not be found, or refused what it was given."""


class NotLearnedError(KithError, ValueError):
    """Something is asked that the model did not learn: intervals without calibration, probabilities of numbers."""
