/** Whether a window would be seen by anyone. */
export function hasDisplay({ platform, env }: Pick<NodeJS.Process, 'platform' | 'env'> = process): boolean {
  const { CI, DISPLAY, WAYLAND_DISPLAY } = env;
  if (CI === 'true') return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(DISPLAY || WAYLAND_DISPLAY);
}
