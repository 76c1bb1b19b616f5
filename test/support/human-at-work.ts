import type { Page } from 'playwright';

/** Where the user's hands are: who gets the keys, where the caret is, which cell the page has selected. */
export interface Hands {
  /** The cell whose editor has the focus. */
  editing: string | null;
  /** In characters of the cell's text: where the selection began, and where it ends. */
  anchor: number;
  head: number;
  selectedCell: string | null;
}

export function readHands(page: Page): Promise<Hands> {
  return page.evaluate(() => {
    const active = document.activeElement;
    const cell = active?.closest('.cell');
    const selection = getSelection();
    const offset = (node: Node | null, at: number): number => {
      let before = 0;
      for (const line of active?.children ?? []) {
        if (node && line.contains(node)) {
          const range = document.createRange();
          range.setStart(line, 0);
          range.setEnd(node, at);
          return before + range.toString().length;
        }
        before += (line.textContent?.length ?? 0) + 1;
      }
      return -1;
    };
    return {
      editing: active?.closest('.monaco-editor') ? (cell?.id.replace('cell-', '') ?? null) : null,
      anchor: offset(selection?.anchorNode ?? null, selection?.anchorOffset ?? 0),
      head: offset(selection?.focusNode ?? null, selection?.focusOffset ?? 0),
      selectedCell: Reflect.get(window, 'colab').global.notebook.focusedCell?.cellId ?? null,
    };
  });
}

/** The editor scrolls its caret into view some frames after a key. */
export async function untilSteady(page: Page, cellId: string): Promise<void> {
  await page.evaluate(async (id) => {
    const top = (): number | undefined => document.getElementById(`cell-${id}`)?.getBoundingClientRect().top;
    for (let same = 0, last = top(); same < 10; ) {
      await new Promise(requestAnimationFrame);
      same = top() === last ? same + 1 : 0;
      last = top();
    }
  }, cellId);
}

/** What the user saw, frame by frame, since it was begun. */
export interface Watched {
  frames: number;
  /** Screen positions of the cell's upper edge. */
  tops: number[];
  /** Cells that had the focus, in the order in which they got it. */
  focused: Array<string | null>;
}

/** Looks at every frame as it is about to be drawn, from inside the page. */
export async function watchFrames(page: Page, cellId: string): Promise<() => Promise<Watched>> {
  await page.evaluate((id) => {
    const watched = { frames: 0, tops: [] as number[], focused: [] as (string | null)[] };
    const probe = document.createElement('div');
    probe.style.cssText = 'position:fixed;left:0;bottom:0;height:1px;visibility:hidden';
    document.body.append(probe);
    const look = (): void => {
      const top = Math.round(document.getElementById(`cell-${id}`)?.getBoundingClientRect().top ?? -1);
      const focused = document.activeElement?.closest('.cell')?.id.replace('cell-', '') ?? null;
      watched.frames++;
      if (watched.tops.at(-1) !== top) watched.tops.push(top);
      if (watched.frames === 1 || watched.focused.at(-1) !== focused) watched.focused.push(focused);
    };
    // Told after layout and before the frame is drawn.
    const observer = new ResizeObserver(look);
    observer.observe(probe);
    const next = (): void => {
      probe.style.width = probe.style.width === '2px' ? '1px' : '2px';
      Reflect.set(window, 'watching', requestAnimationFrame(next));
    };
    next();
    Reflect.set(window, 'watched', watched);
    Reflect.set(window, 'stopWatching', () => {
      cancelAnimationFrame(Reflect.get(window, 'watching'));
      observer.disconnect();
      probe.remove();
      return watched;
    });
  }, cellId);
  return async () => {
    // A busy machine draws few.
    await page.waitForFunction(() => Reflect.get(window, 'watched').frames > 3);
    return page.evaluate(() => Reflect.get(window, 'stopWatching')());
  };
}

export function textOfCell(page: Page, cellId: string): Promise<string> {
  return page.evaluate(
    (id) =>
      Reflect.get(window, 'colab')
        .global.notebook.cells.find((cell: { cellId: string }) => cell.cellId === id)
        .getText(),
    cellId,
  );
}

/**
 * Types as fast as the page takes it: key events of the browser, a handful at a time instead of one per answer, so that
 * other things happen between them as they do between a person's.
 */
export async function createTypist(page: Page): Promise<(text: string) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const press = (key: string): Array<Promise<unknown>> => {
    const isEnter = key === '\n';
    const named = isEnter ? { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 } : { key };
    const text = isEnter ? '\r' : key;
    return [
      session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...named, text, unmodifiedText: text }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...named }),
    ];
  };
  return async (text) => {
    for (const handful of text.match(/.{1,8}/gs) ?? []) await Promise.all([...handful].flatMap(press));
  };
}
