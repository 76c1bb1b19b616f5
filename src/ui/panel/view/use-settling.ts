import { useEffect, useRef, useState } from 'preact/hooks';

/** As long as it takes to see that something else is under the pointer now. */
const SETTLING_MS = 500;

/**
 * True for a moment after `key` has changed. What stands below has moved then, and takes no clicks: one that was
 * meant for what was there before must not allow something.
 */
export function useSettling(key: string): boolean {
  const [settled, setSettled] = useState(key);
  const latest = useRef(key);
  latest.current = key;
  useEffect(() => {
    const timer = setTimeout(() => setSettled(latest.current), SETTLING_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled !== key;
}
