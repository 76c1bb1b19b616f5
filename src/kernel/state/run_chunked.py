"""A loop over items that goes on where it stopped: each item that is done is on the disk before the next begins."""

import datetime
import json
import os
import sys
import time
import traceback

from chunk_body import BODY, compiled
from chunk_items import EndedEarly, Items
from chunk_log import ChunkLog, packed, unpacked
from chunk_results import MOST_SHOWN, shown_of, variable_of
from interrupts import Interrupts
from store import Refused, check_name, folder_of, in_words, private_key, users_namespace

AS_THEY_WERE = (
    "If they were changed since, by the body perhaps, make them as they were, then call again to go on; "
    "or take another name to begin anew with these."
)


def main(name, items, body, batchSize, onError, mark):
    say = Teller(mark)
    try:
        check_name(name)
        end = Loop(name, items, body, onError, say).run(batchSize)
    except Refused as refused:
        end = {"failure": refused.failure}
    except KeyboardInterrupt:
        end = {"status": "interrupted"}
    except BaseException as error:
        next_step = "What was done is recorded: when the cause is gone, the same call goes on."
        end = {
            "failure": {
                "kind": "internal",
                "message": f"The loop broke off: {in_words(error)}",
                "next": next_step,
            }
        }
    say.end(end)
    # The run ends as the loop did, for whoever follows it, and without a traceback through what is ours.
    if end.get("status") == "interrupted":
        raise quiet(KeyboardInterrupt, "The loop was interrupted; the same call goes on.")
    if end.get("status") == "error":
        raise quiet(RuntimeError, end["stoppedBy"]["error"])


def quiet(kind, message):
    lines = [f"{kind.__name__}: {message}"]
    return type(kind.__name__, (kind,), {"_render_traceback_": lambda _: lines})(message)


class Teller:
    """Lines that the caller finds again among what the body prints."""

    def __init__(self, mark):
        self.mark, self.begun, self.told = mark, time.monotonic(), float("-inf")

    def progress(self, counts):
        # A long loop tells less often: nobody reads a thousand lines.
        now = time.monotonic()
        if now - self.told >= max(0.1, (now - self.begun) / 200):
            self.told = now
            self.end(counts)

    def end(self, data):
        sys.stdout.write(f"{self.mark} {json.dumps(data)}\n")
        sys.stdout.flush()


class Stopped(Exception):
    """The loop does not go beyond this item."""

    def __init__(self, index, error):
        super().__init__(error)
        self.failure = {"index": index, "error": error}


class Loop:
    def __init__(self, name, items, body, on_error, say):
        self.name, self.on_error, self.say = name, on_error, say
        self.user = users_namespace()
        self.variable = variable_of(name, self.user)
        self.work, self.value = compiled(body)
        self.items = Items(items, self.user)
        self.header = {
            "format": 1,
            "items": items,
            "body": body,
            "total": self.items.total,
            "fingerprint": self.items.fingerprint,
        }
        self.done, self.errors, self.not_restored = set(), {}, 0
        self.repeated, self.broken_into = [], []
        self.results, self.stopped_by = [], None

    def run(self, batch_size):
        log = ChunkLog(os.path.join(folder_of("chunked"), f"{self.name}.log"), private_key(), self.name)
        try:
            self.resume(log)
            kept = {key: self.user[key] for key in ("item", "index") if key in self.user}
            self.user[self.variable] = self.results
            try:
                with Interrupts(self.tell_stopping) as interrupts:
                    status = self.go(log, batch_size, interrupts)
                    log.add({"stopped": status, "brokenInto": self.broken_into})
                    log.sync()
            finally:
                for key in ("item", "index"):
                    self.user.pop(key, None)
                self.user.update(kept)
        finally:
            log.close()
        return self.report(status)

    def tell_stopping(self):
        sys.stdout.write("It stops when this item is done; interrupt again to break into it.\n")
        sys.stdout.flush()

    def resume(self, log):
        entries = log.read()
        if not entries:
            began = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
            log.add({**self.header, "variable": self.variable, "began": began})
            return
        self.check_same(entries[0])
        self.variable = entries[0].get("variable", self.variable)
        live = self.user.get(self.variable)
        for entry in entries[1:]:
            if "index" in entry:
                self.take(entry, live)
        if "stopped" not in entries[-1]:
            # A process that died may have been in the middle of the next item, or just behind it.
            first = self.items.first_left(self.is_over)
            self.repeated = [] if first is None else [first]
        else:
            self.repeated = entries[-1].get("brokenInto", [])

    def check_same(self, before):
        for part, now in self.header.items():
            if before.get(part) == now:
                continue
            how, next_step = (
                f"another {part}",
                "Call it as before to go on, or take another name to begin anew.",
            )
            if part == "total":
                how, next_step = f"{before.get(part)} items, and now there are {now}", AS_THEY_WERE
            if part == "fingerprint":
                how, next_step = "other items", AS_THEY_WERE
            message = f"The loop {self.name!r} was begun with {how}. Nothing was run."
            raise Refused("conflict", message, next_step)

    def take(self, entry, live):
        index = entry["index"]
        if "error" in entry:
            self.errors[index] = entry["error"]
            self.put(index, None)
            return
        self.errors.pop(index, None)
        self.done.add(index)
        try:
            result = unpacked(entry)
        except KeyboardInterrupt:
            raise
        except BaseException:
            # In the same kernel it may still be where it was put.
            is_there = type(live) is list and index < len(live) and id(live[index]) == entry.get("id")
            result = live[index] if is_there else None
            self.not_restored += not is_there
        self.put(index, result)

    def put(self, index, result):
        self.results.extend([None] * (index + 1 - len(self.results)))
        self.results[index] = result

    def is_over(self, index):
        """With `stop`, what has failed is tried again; with `skip` it is passed over."""
        return index in self.done or (index in self.errors and self.on_error == "skip")

    def go(self, log, batch_size, interrupts):
        left = self.items.left(self.is_over)
        done = 0
        while True:
            try:
                found = self.next_item(left, interrupts)
                if found is None:
                    return "ok"
                self.do(*found, log, interrupts)
            except KeyboardInterrupt:
                return "interrupted"
            except Stopped as stopped:
                self.stopped_by = stopped.failure
                return "error"
            done += 1
            if done % batch_size == 0:
                log.sync()
                self.say.progress(self.counts())

    def next_item(self, left, interrupts):
        """With its index; None when none is left. Whatever makes the items can be broken into as well."""
        if interrupts.asked and self.items.first_left(self.is_over) is not None:
            raise KeyboardInterrupt
        try:
            found = interrupts.breakable(lambda: next(left, None))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            # This is no item that fails, and could be passed over: there is none.
            index = self.items.first_left(self.is_over)
            is_ours = isinstance(error, EndedEarly)
            raise Stopped(index, str(error) if is_ours else f"No item came: {in_words(error)}") from None
        if found is not None and interrupts.asked:
            raise KeyboardInterrupt
        return found

    def do(self, index, item, log, interrupts):
        self.user["item"], self.user["index"] = item, index
        try:
            result = interrupts.breakable(self.perform)
            entry = {"index": index, **packed(result)}
        except KeyboardInterrupt:
            # Not recorded: the next call begins with this item.
            self.broken_into = [index]
            raise
        except BaseException as error:
            # Whatever it is, a cancellation of asyncio too: only interrupts are for the loop.
            result, entry = None, {"index": index, "error": where(error)}
        self.put(index, result)
        log.add(entry, f"Item {index} was done, but that is not recorded: the next call does it again.")
        if "error" not in entry:
            self.errors.pop(index, None)
            self.done.add(index)
            return
        self.errors[index] = entry["error"]
        if self.on_error == "stop":
            raise Stopped(index, entry["error"])

    def perform(self):
        exec(self.work, self.user)
        return eval(self.value, self.user) if self.value is not None else None

    def counts(self):
        return {"done": len(self.done), "failed": len(self.errors), "total": self.items.total}

    def failure_of(self, index):
        return {"index": index, "error": self.errors[index]}

    def report(self, status):
        errors = [self.failure_of(index) for index in sorted(self.errors)[:MOST_SHOWN]]
        shown = shown_of(self.results)
        return {
            "status": status,
            **self.counts(),
            "results": shown,
            **({"resultsLeftOut": len(self.results) - len(shown)} if len(shown) < len(self.results) else {}),
            "resultsVariable": self.variable,
            **({"stoppedBy": self.stopped_by} if self.stopped_by else {}),
            **({"errors": errors} if errors else {}),
            **({"repeated": self.repeated} if self.repeated else {}),
            **({"brokenInto": self.broken_into} if self.broken_into else {}),
            **({"resultsNotRestored": self.not_restored} if self.not_restored else {}),
        }


def where(error):
    """The error, and the line of the body that it came from."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == BODY]
    return in_words(error) + (f" (line {lines[-1]} of the body)" if lines else "")
