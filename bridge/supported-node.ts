// Imported before anything else: an old Node should get this sentence, not a stack trace from a dependency.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `cellwire needs Node 20.19 or newer, and this is Node ${process.versions.node}. Get a current one from https://nodejs.org.\n`,
  );
  process.exit(1);
}
