import type { JSX } from 'preact';

/** Why something was not done. Its place stays, so that it is read out when it comes. */
export function Fault({ fault }: { fault: string | null }): JSX.Element {
  return (
    <p class="fault" role="alert" hidden={fault === null}>
      {fault}
    </p>
  );
}
