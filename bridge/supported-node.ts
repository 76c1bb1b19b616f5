// Imported before anything else: an old Node should get this sentence, not a stack trace from a dependency.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

// Node 21 and the first of 22 lack what a dependency needs, as the oldest do.
const isSupported = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);

if (!isSupported) {
  process.stderr.write(
    `cellwire needs Node 20.19, or 22.12 and newer, and this is Node ${process.versions.node}. Get a current one from https://nodejs.org.\n`,
  );
  process.exit(1);
}
