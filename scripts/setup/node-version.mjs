import { SetupError } from './say.mjs';

const OLDEST = [20, 19];

export function checkNodeVersion(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new SetupError(`Cellwire needs Node ${OLDEST.join('.')} or newer; this is Node ${version}.`);
}
