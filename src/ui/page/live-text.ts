import type { ComponentChild } from 'preact';
import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { clockWords } from './work.ts';

/** Ticks as long as it is shown, which is as long as something runs. */
export function Clock({ since }: { since: number }): ComponentChild {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return h('span', { class: 'clock' }, clockWords(Math.max(now, since) - since));
}

/** What passes sooner is not worth interrupting somebody for. */
const SETTLED_MS = 700;

/** Told to those who listen to the page instead of looking at it, and to nobody else. */
export function Announcement({ text }: { text: string }): ComponentChild {
  const [told, setTold] = useState('');
  useEffect(() => {
    if (text === told) return;
    const timer = setTimeout(() => setTold(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text, told]);
  return h('p', { class: 'unseen', role: 'status' }, told);
}
