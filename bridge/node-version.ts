/** What package.json asks for, in words. */
export const NEEDED_NODE = 'Node 20.19, or 22.12 and newer';
export const GET_NODE = 'Get a current one from https://nodejs.org';

/** Node 21 and the first of 22 lack what a dependency needs, as the oldest do. */
export function isSupportedNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}
