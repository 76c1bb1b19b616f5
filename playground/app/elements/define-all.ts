import { defineAcceleratorSelector } from './accelerator-selector.ts';
import { defineCellToolbar } from './cell-toolbar.ts';
import { defineConnectButton } from './connect-button.ts';
import { defineDialogs } from './dialog.ts';
import { defineIndicators } from './indicators.ts';
import { defineMdButtons } from './md-button.ts';
import { defineRunButton } from './run-button.ts';
import { defineSnackbar } from './snackbar.ts';
import { defineStatusBar } from './status-bar.ts';
import { defineToolbarButton } from './toolbar-button.ts';
import { defineToolbarRunButton } from './toolbar-run-button.ts';

/** Buttons first: the other elements build them in their shadow roots. */
export function defineElements(): void {
  defineMdButtons();
  defineToolbarButton();
  defineToolbarRunButton();
  defineConnectButton();
  defineRunButton();
  defineCellToolbar();
  defineSnackbar();
  defineStatusBar();
  defineIndicators();
  defineDialogs();
  defineAcceleratorSelector();
}
