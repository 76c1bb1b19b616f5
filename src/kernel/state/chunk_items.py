"""What a loop goes over: the items as they were when it was called, which are known again by what they are."""

import collections
import collections.abc
import hashlib
import itertools

from chunk_body import PLAIN
from store import Refused, in_words

MOST_LISTED = 1_000_000
# The body may change what it loops over: the loop goes on with the items as they were.
COPIED = (list, dict, collections.deque, type({}.keys()), type({}.values()), type({}.items()))
BY_PLACE = (list, tuple, range)


class Items:
    def __init__(self, expression, user):
        try:
            self.take(
                eval(compile(expression.strip(), "<items of run_chunked>", "eval", dont_inherit=True), user)
            )
        except (Refused, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise Refused(
                "invalid_input", f"The items cannot be had: {in_words(error)}", "Nothing was run."
            ) from None

    def take(self, items):
        kind = type(items).__name__
        if isinstance(items, (set, frozenset)):
            raise Refused(
                "invalid_input",
                "A set has no order that lasts, so the loop could not go on after a restart.",
                "Nothing was run. Give sorted(…) of it.",
            )
        is_known_by_values = isinstance(items, (list, tuple, dict))
        if isinstance(items, COPIED):
            items = list(items)
        elif not isinstance(items, collections.abc.Sized):
            items = listed(items)
            is_known_by_values = True
            kind = "list"
        self.items, self.total = items, len(items)
        self.fingerprint = fingerprint(kind, items, is_known_by_values)
        # Gone through once: what gives its own items may give no others when it is asked again.
        self.iterator = None if isinstance(items, BY_PLACE) else iter(items)

    def first_left(self, is_over):
        return next((index for index in range(self.total) if not is_over(index)), None)

    def left(self, is_over):
        """What is not over, in order. Where an item can be had by its place, those before it are not touched."""
        if self.iterator is None:
            yield from ((index, self.items[index]) for index in range(self.total) if not is_over(index))
            return
        last = next((index for index in reversed(range(self.total)) if not is_over(index)), -1)
        count = 0
        # An iterator may know no end, whatever the length says.
        for index, item in enumerate(itertools.islice(self.iterator, last + 1)):
            count = index + 1
            if not is_over(index):
                yield index, item
        if count <= last:
            raise EndedEarly(
                f"The items ended after {count}, and were said to be {self.total}. Where they can be gone through "
                "only once, the expression has to make them anew."
            )


class EndedEarly(Exception):
    """There are fewer items than their length said."""


def listed(items):
    items = list(itertools.islice(items, MOST_LISTED + 1))
    if len(items) > MOST_LISTED:
        raise Refused(
            "invalid_input",
            f"The items are more than {MOST_LISTED:,}, and have no length.",
            "Nothing was run. Give fewer, or something that has a length.",
        )
    return items


def fingerprint(kind, items, is_known_by_values):
    """By the values where they are plain; else by their types alone, which is better than nothing."""
    digest = hashlib.sha256(kind.encode())
    if isinstance(items, range):
        digest.update(repr(items).encode())
    elif is_known_by_values:
        for item in items:
            digest.update((repr(item) if type(item) in PLAIN else type(item).__name__).encode() + b"\0")
    return digest.hexdigest()
