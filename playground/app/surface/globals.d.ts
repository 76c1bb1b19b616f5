import type { NotebookSurface } from './notebook-surface.ts';

/** Trusted Types, as far as this page uses them. */
interface TrustedTypesFactory {
  /** The policy's answer is typed as a URL because that is what a Worker's constructor is typed to take. */
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): URL };
}

declare global {
  interface Window {
    colabVersionTag: string;
    colab?: { global: { notebook?: NotebookSurface; notebookModel?: object } };
    trustedTypes?: TrustedTypesFactory;
  }
}
