"""The pickles of a checkpoint, one behind the other. One that breaks off leaves nothing in the file."""

import pickle

from checkpoint_file import Hashing
from store import in_words


def pickler(file, dill):
    return dill.Pickler(file, 5) if dill else pickle.Pickler(file, 5)


class Payload:
    def __init__(self, file, found, dill):
        self.file, self.found, self.dill = file, found, dill
        self.hashing, self.groups = Hashing(file), []

    def add(self, names):
        """Pickles these variables together. Why that cannot be done, or None."""
        before, start = self.hashing, self.file.tell()
        self.hashing = before.copy()
        try:
            pickler(self.hashing, self.dill).dump({variable: self.found[variable] for variable in names})
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            # The file fails for all of them.
            if self.hashing.is_broken:
                raise
            self.file.seek(start)
            self.file.truncate()
            self.hashing = before
            return in_words(error)
        self.groups.append({"names": names, "bytes": self.hashing.bytes - before.bytes})
        return None
