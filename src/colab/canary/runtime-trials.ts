import { dialogsOnTop } from '../dialogs.ts';
import { restartStrategies } from '../kernel/restart.ts';
import { lookAtAccelerators } from '../kernel/runtime-type.ts';
import { ask, can, firstText } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import * as select from '../surface/selectors.ts';
import { expect, type Trial } from './trial.ts';

const TITLE = 'notebookModel.getTitle()';

const notebookName: Trial = {
  operation: 'notebook_name',
  ways: [
    { name: TITLE, available: (page) => can(page.notebookModel, 'getTitle') },
    { name: 'name field', available: (page) => page.document.querySelector(select.NOTEBOOK_NAME) !== null },
  ],
  keys: [],
  attempt: async ({ page, way }) => {
    const field = page.document.querySelector(select.NOTEBOOK_NAME);
    const told = way === TITLE ? ask(page.notebookModel, 'getTitle') : field && Reflect.get(field, 'value');
    expect(firstText(told) !== undefined, 'it gives no name');
  },
};

/** Each tells whether a runtime is connected, undefined when it does not tell; one is, when they are tried. */
const stateWays: ReadonlyArray<{ name: string; tells: (page: ColabPage) => boolean | undefined }> = [
  {
    name: 'kernel.isConnected()',
    tells: ({ kernel }) => (can(kernel, 'isConnected') ? ask(kernel, 'isConnected') === true : undefined),
  },
  {
    name: 'kernel.getState()',
    tells: ({ kernel }) => {
      const state = firstText(ask(kernel, 'getState'));
      return state === undefined ? undefined : /idle|busy/i.test(state);
    },
  },
  {
    name: 'connect button',
    tells: ({ document }) => {
      const root = document.querySelector(select.CONNECT_BUTTON)?.shadowRoot;
      if (!root) return undefined;
      const icon = root.querySelector(select.CONNECT_ICON);
      return (
        icon?.classList.contains(select.CONNECT_OKAY_CLASS) === true ||
        root.querySelector(select.CONNECT_RESOURCES) !== null
      );
    },
  },
];

const runtimeState: Trial = {
  operation: 'runtime_state',
  ways: stateWays.map(({ name, tells }) => ({
    name,
    available: (page: ColabPage) => tells(page) !== undefined,
  })),
  keys: [],
  needs: ['runtime'],
  attempt: async ({ page, way }) => {
    expect(
      stateWays.find(({ name }) => name === way)?.tells(page) === true,
      'it does not tell that a runtime is connected',
    );
  },
};

const accelerator: Trial = {
  operation: 'accelerator',
  ways: [
    {
      name: 'runtime menu',
      available: (page) => page.document.querySelector(select.MENU_RUNTIME_TYPE) !== null,
    },
  ],
  keys: [],
  attempt: async ({ page, measure, probe }) => {
    let choices = 0;
    try {
      await measure(() =>
        lookAtAccelerators(page, (found) => {
          choices = found;
          probe.look(['runtime dialog']);
        }),
      );
    } catch (thrown) {
      // One came, and is not as we know it.
      if (dialogsOnTop(page).length > 0) probe.look(['runtime dialog']);
      throw thrown;
    }
    expect(choices > 0, 'its dialog offers nothing that can be read');
  },
};

const restart: Trial = {
  operation: 'restart',
  ways: restartStrategies,
  keys: ['restart the runtime'],
  needs: ['runtime'],
  attempt: async ({ tools, measure }) => {
    await measure(() => tools.kernel.restart());
  },
};

export const runtimeTrials: readonly Trial[] = [notebookName, runtimeState, accelerator, restart];
