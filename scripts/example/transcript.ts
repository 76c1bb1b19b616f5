const LONGEST_LINE = 100;
const MOST_LINES = 8;

/** Tells on the terminal what the agent thinks, calls and gets back. */
export class Transcript {
  calls = 0;

  think(thought: string): void {
    console.log(`\n${thought}`);
  }

  called(tool: string, args: Record<string, unknown>): void {
    this.calls += 1;
    const shown = Object.entries(args).map(([name, value]) => `${name}: ${shortValue(value)}`);
    console.log(`  → ${tool}(${shown.join(', ')})`);
  }

  got(result: string, details = ''): void {
    console.log(`  ← ${result}`);
    const lines = details.trimEnd().split('\n');
    if (details.trim() === '') return;
    for (const line of lines.slice(0, MOST_LINES)) console.log(`    │ ${cut(line, LONGEST_LINE)}`);
    if (lines.length > MOST_LINES) console.log(`    │ … ${lines.length - MOST_LINES} more lines`);
  }
}

/** The first line of a text stands for all of it. */
function shortValue(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const [first = '', ...rest] = value.split('\n');
  const more = rest.length > 0 ? ` + ${rest.length} lines` : '';
  return `${JSON.stringify(cut(first, 60))}${more}`;
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
