import { SetupError } from './say.mjs';

export function checkNodeVersion(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  // What Vite asks for: Node 21 and the first of 22 lack something that 20.19 has.
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  throw new SetupError(`Cellwire needs Node 20.19, or 22.12 and newer; this is Node ${version}.`);
}
