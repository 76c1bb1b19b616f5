import type { Fate, Violation } from './marks.ts';

interface RunMark {
  name: string;
  /** How often it must have been started; null while its call is under way. */
  fate: Fate | null;
  /** How that was told, for whoever has to find out why. */
  said: string;
}

/** Each run tells of itself in a file of this machine, which outlives page and kernel, and in its output. */
export class RunMarks {
  readonly #file: string;
  readonly #all = new Map<string, RunMark>();
  readonly #told = new Set<string>();
  /** Whether the kernel writes to this machine's files. Pyodide has files of its own. */
  readonly #hasFile: boolean;

  constructor(file: string, hasFile: boolean) {
    this.#file = file;
    this.#hasFile = hasFile;
  }

  get count(): number {
    return this.#all.size;
  }

  /** Python that leaves the mark of one run, and takes this long. */
  begin(seconds: number): { mark: RunMark; code: string } {
    const name = `r${this.#all.size + 1}`;
    const mark: RunMark = { name, fate: null, said: '' };
    this.#all.set(name, mark);
    const code = [
      'import time',
      `with open(${JSON.stringify(this.#file)}, "a") as file:`,
      `    file.write("${name}\\n")`,
      'ran = globals().get("ran", [])',
      `ran.append("${name}")`,
      `print("ran ${name}", ran.count("${name}"))`,
      `time.sleep(${seconds.toFixed(2)})`,
    ].join('\n');
    return { mark, code };
  }

  /** Call it before looking; it gives what to do with what was seen: the lines of the file, and what cells show. */
  look(): (lines: readonly string[], outputs: readonly string[]) => Violation[] {
    const settled = [...this.#all.values()].map((mark) => ({ ...mark }));
    return (lines, outputs) => {
      const counts = new Map<string, number>();
      for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
      const again = [...outputs.join('\n').matchAll(/ran (r\d+) (\d+)/g)].filter(
        ([, , times]) => times !== '1',
      );
      const found = again.flatMap(([, name = '']) => this.#tell(name, 'doubled', 'was started twice'));
      if (!this.#hasFile) return found;
      return found.concat(
        settled.flatMap(({ name, fate, said }) => {
          const count = counts.get(name) ?? 0;
          if (count > 1) return this.#tell(name, 'doubled', `was started ${count} times`);
          if (count === 1 && fate === 'never')
            return this.#tell(
              name,
              'untrue',
              `was started, although its call says that it was not${said && `: ${said}`}`,
            );
          if (count === 0 && fate === 'acknowledged')
            return this.#tell(name, 'lost', 'ended well by its answer, and never started');
          return [];
        }),
      );
    };
  }

  #tell(name: string, kind: Violation['kind'], sentence: string): Violation[] {
    const text = `run ${name} ${sentence}`;
    // Once for each: what is wrong stays wrong.
    if (this.#told.has(`${kind} ${name}`)) return [];
    this.#told.add(`${kind} ${name}`);
    return [{ kind, text }];
  }
}
