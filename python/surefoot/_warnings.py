"""What users should know of a run that went on all the same."""


class SurefootWarning(UserWarning):
    """A warning of surefoot: the text is the one that the command line prints."""
