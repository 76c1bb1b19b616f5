/** Whether a window would be seen by anyone. */
export function hasDisplay(): boolean {
  const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (CI === 'true') return false;
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  return Boolean(DISPLAY || WAYLAND_DISPLAY);
}
