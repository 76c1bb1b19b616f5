import { succeeds } from './command.mjs';

/** No network must be found out in seconds, and another installation under way be waited for. */
const PATIENCE = ['Acquire::Retries=1', 'Acquire::http::Timeout=20', 'DPkg::Lock::Timeout=120'];

/**
 * Runs apt-get. What it says of each package is of interest only when it fails.
 * @param {string[]} args
 * @returns {Promise<boolean>} whether it ended well
 */
export function aptGet(...args) {
  const patience = PATIENCE.flatMap((option) => ['-o', option]);
  const quietly = ['DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...patience, ...args];
  return succeeds('env', quietly, { quiet: true });
}
