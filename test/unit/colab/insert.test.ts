import { describe, expect, it } from 'vitest';
import { createColab } from '../../../src/colab/create-colab.ts';
import { FakeColab } from './fake-colab.ts';

const code = { kind: 'code', source: 'x = 1' } as const;

/** The contested ways to insert: each build has one of them, and takes the other's arguments badly. */
const SIGNATURES: Record<string, (colab: FakeColab) => void> = {
  'insertCell(type, {after, index})': (colab) => {
    colab.notebook.insertCell = (type: unknown, place: { after: boolean; index: number }) => {
      if (typeof type !== 'string') throw new TypeError('type');
      colab.insert(place.index + (place.after ? 1 : 0), type);
    };
  },
  'insertCell(index, type)': (colab) => {
    colab.notebook.insertCell = (index: unknown, type: unknown) => {
      // Handed ('code', {…}) it puts a text cell at the top: a wrong kind at a wrong place.
      colab.insert(typeof index === 'number' ? index : 0, type);
    };
  },
  'addCell(type, {cellIndex})': (colab) => {
    colab.notebook.addCell = (type: unknown, { cellIndex }: { cellIndex: number }) => {
      colab.insert(cellIndex, type);
    };
  },
  'tools service': (colab) => {
    colab.withTool('add_text_cell', () => ({}));
    colab.withTool('add_code_cell', async ({ cellIndex, code: text }) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      colab.insert(Number(cellIndex), 'code', String(text));
    });
  },
};

describe('inserting', () => {
  for (const [name, install] of Object.entries(SIGNATURES)) {
    for (const index of [0, 1, 2, -1, 99]) {
      it(`by ${name} at ${index}`, async () => {
        const colab = new FakeColab('a', 'b').withRemoveAndMove();
        install(colab);
        const inserted = await createColab(colab.window).notebook.insertCell({ ...code, index });
        const place = index < 0 || index > 2 ? 2 : index;
        expect(inserted.index).toBe(place);
        expect(colab.ids.indexOf(inserted.cellId)).toBe(place);
        expect(colab.texts.filter((text) => text === 'x = 1')).toHaveLength(1);
        expect(colab.ids).toHaveLength(3);
        expect(colab.cell(inserted.cellId).type).toBe('code');
      });
    }
  }

  it('waits for a cell that appears a moment later', async () => {
    const colab = new FakeColab('a').withRemoveAndMove();
    colab.notebook.addCell = (type: unknown) => {
      setTimeout(() => colab.insert(1, type), 80);
    };
    await createColab(colab.window).notebook.insertCell({ ...code, index: 1 });
    expect(colab.texts).toEqual(['a', 'x = 1']);
  });

  it('brings a cell to its place that a method put elsewhere', async () => {
    const colab = new FakeColab('a', 'b', 'c').withRemoveAndMove();
    colab.notebook.insertCell = (type: unknown) => {
      colab.insert(3, typeof type === 'string' ? type : 'code');
    };
    await createColab(colab.window).notebook.insertCell({ ...code, index: 1 });
    expect(colab.texts).toEqual(['a', 'x = 1', 'b', 'c']);
  });

  it('keeps one cell when a method inserts two', async () => {
    const colab = new FakeColab('a').withRemoveAndMove();
    colab.notebook.addCell = (type: unknown) => {
      colab.insert(1, type);
      colab.insert(1, type);
    };
    await createColab(colab.window).notebook.insertCell({ ...code, index: 1 });
    expect(colab.texts).toEqual(['a', 'x = 1']);
  });

  it('leaves the cell alone that the user adds in the same moment', async () => {
    const colab = new FakeColab('a').withRemoveAndMove();
    colab.notebook.addCell = (type: unknown) => {
      colab.insert(1, type);
      colab.insert(2, 'code', 'by the user');
    };
    await createColab(colab.window).notebook.insertCell({ ...code, index: 1 });
    expect(colab.texts).toEqual(['a', 'x = 1', 'by the user']);
  });

  it('tries the way that worked first the next time', async () => {
    const colab = new FakeColab('a').withRemoveAndMove();
    let refused = 0;
    colab.notebook.insertCell = () => {
      refused++;
      throw new Error('changed');
    };
    colab.notebook.addCell = (type: unknown, { cellIndex }: { cellIndex: number }) => {
      colab.insert(cellIndex, type);
    };
    const notebook = createColab(colab.window).notebook;
    await notebook.insertCell({ ...code, index: 0 });
    const before = refused;
    await notebook.insertCell({ ...code, index: 0 });
    expect(refused).toBe(before);
    expect(colab.ids).toHaveLength(3);
  });

  it('names the build and what was tried when nothing works', async () => {
    const colab = new FakeColab('a');
    colab.notebook.addCell = () => {
      throw new Error('gone');
    };
    await expect(createColab(colab.window).notebook.insertCell({ ...code, index: 0 })).rejects.toMatchObject({
      kind: 'unsupported',
      message: expect.stringMatching(/colab-fake_1.*addCell\(type, \{cellIndex\}\) \(gone\)/),
    });
    expect(colab.texts).toEqual(['a']);
  });

  it('refuses a language the kernel does not speak', async () => {
    const colab = new FakeColab('a');
    const notebook = createColab(colab.window).notebook;
    await expect(notebook.insertCell({ ...code, index: 0, language: 'r' })).rejects.toMatchObject({
      kind: 'unsupported',
    });
  });
});
