import { useRef, useState } from 'preact/hooks';
import { faultOf } from './tell.ts';

export interface Act {
  isBusy: boolean;
  /** Why the last one failed. */
  fault: string | null;
  /** Does one thing at a time: a second click while the first is under way does nothing. */
  act: (what: () => Promise<unknown>) => void;
}

/** Something that the user does, which takes a moment and can fail. `failed` says what was not done. */
export function useAct(failed: string): Act {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const running = useRef(false);
  const act = (what: () => Promise<unknown>): void => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFault(null);
    what()
      .catch((thrown: unknown) => setFault(`${failed} ${faultOf(thrown)}`))
      .finally(() => {
        running.current = false;
        setBusy(false);
      });
  };
  return { isBusy, fault, act };
}
