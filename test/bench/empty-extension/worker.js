// Nothing: a browser with an extension that does nothing, to compare with.
