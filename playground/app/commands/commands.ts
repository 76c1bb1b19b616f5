/** One thing a menu, a button, a key or a script can ask for. */
export interface Command {
  id: string;
  label: string;
  shortcut?: string;
  run(): unknown;
}

export class Commands {
  readonly #known = new Map<string, Command>();

  add(...commands: Command[]): void {
    for (const command of commands) this.#known.set(command.id, command);
  }

  get(id: string): Command | undefined {
    return this.#known.get(id);
  }

  get all(): Command[] {
    return [...this.#known.values()];
  }

  /** False when there is no such command. A refused run is not an error to anybody but its caller. */
  execute(id: string): boolean {
    const command = this.#known.get(id);
    if (!command) return false;
    Promise.resolve(command.run()).catch((error: unknown) => console.debug('playground:', id, error));
    return true;
  }
}
