import { ensureJupyter, NO_JUPYTER } from './ensure-jupyter.mjs';
import { SetupError, say } from './say.mjs';

const PARTS_WITH_JUPYTER = ['cost', 'files'];

/**
 * A Python with Jupyter, for the commands that use one: the playground when it is asked for that kernel, and
 * the tests in the browser and the chaos, which can do without, and the parts of the bench that measure with it.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<string | undefined>}
 */
export async function pythonFor(command, args) {
  if (command === 'chaos' || (command === 'test' && (args.length === 0 || args[0] === 'e2e'))) {
    const python = await ensureJupyter();
    if (!python)
      say(
        `${NO_JUPYTER} ${command === 'chaos' ? 'Pyodide runs the code instead.' : 'The tests of that kernel are skipped.'}`,
      );
    return python;
  }
  const isNeeded =
    command === 'bench'
      ? PARTS_WITH_JUPYTER.includes(args[0] ?? '')
      : command === 'playground' && asksForJupyter(args);
  if (!isNeeded) return undefined;
  const python = await ensureJupyter();
  if (!python) throw new SetupError(NO_JUPYTER);
  return python;
}

/**
 * Who names a Python on the command line has one already.
 * @param {string[]} args
 */
function asksForJupyter(args) {
  const words = args.join(' ').replaceAll('=', ' ');
  return words.includes('--kernel jupyter') && !words.includes('--python ');
}
