/** A job that users often give to agents, told so that it is done well with these tools. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: ReadonlyArray<{ name: string; description: string; required?: true }>;
  /** What the agent is told; arguments that were left out are empty. */
  text: (args: Readonly<Record<string, string>>) => string;
}

export const prompts: readonly Prompt[] = [
  {
    name: 'analyse_data',
    title: 'Analyse a data set',
    description: 'From a first look to charts and findings, in cells that can be run again.',
    arguments: [
      { name: 'data', description: 'A file of the runtime, an address or a variable.', required: true },
      { name: 'question', description: 'What you want to know.' },
    ],
    text: ({ data, question }) => `Analyse this data set in the Colab notebook: ${data}
${question ? `The question: ${question}` : 'Find out what is in it, what is odd about it, and what it tells.'}

1. get_notebook_outline: what is there already? list_files or list_variables: where is the data?
2. Look before you write: execute_code and inspect_variable leave no cells. Size, columns, types, missing values, outliers.
3. Write the analysis with add_cells and run: true, a few cells at a time: a text cell that says why, then the code. Charts need a title and names on their axes.
4. Results tell charts in words; look at those that matter with view_output. Where a cell fails, mend it with edit_cell and run: true.
5. End with a text cell of findings, with their figures and how sure they are, and tell me the same in a few sentences.`,
  },
  {
    name: 'debug_cell',
    title: 'Debug the failing cell',
    description: 'Finds out why a cell fails, mends it, and shows that it runs.',
    arguments: [{ name: 'cellId', description: 'The cell; left out: the one that failed last.' }],
    text: ({
      cellId,
    }) => `Find out why ${cellId ? `the cell ${cellId}` : 'the cell that failed last'} of the Colab notebook fails, and mend it.

1. ${cellId ? 'get_cells with its outputs' : 'list_runs for the run that failed, get_run for its traceback, get_cells for its code'}: the error, and the line of the notebook that it comes from.
2. detect_sync_needed: does it fail only because a cell above was changed or not run? Then sync_state may be all it takes.
3. Look at the values at the line that fails with inspect_variable, or try with execute_code, which leaves no cell. Find the cause, not only the place.
4. Mend it with edit_cell and run: true, in the cell where the cause is. No try/except that hides it. Then run the cells that depend on it, with run_cells.
5. Tell me in a few sentences: the cause, the change, and what you saw run.`,
  },
  {
    name: 'tidy_notebook',
    title: 'Tidy this notebook',
    description: 'Puts cells in order, names things and explains them, without changing what they compute.',
    arguments: [{ name: 'wishes', description: 'What matters to you.' }],
    text: ({ wishes }) => `Tidy the Colab notebook, without changing what it computes.
${wishes ? `What matters: ${wishes}\n` : ''}
1. get_notebook_outline, then get_cells: read all of it before you change anything. Tell me your plan in a few lines, and wait for my yes if cells are to be deleted.
2. Imports and settings first, in one cell; then data, work, results, each under a heading (add_text_cell). move_cells for the order, add_cells for what is split or missing.
3. Names: replace_in_notebook with dryRun, look at the lines, then without. Small changes with edit_cell.
4. What somebody else has changed meanwhile is theirs: heed conflicts and notices.
5. Run it from top to bottom with run_cells, compare the results with those before, and tell me what is different.`,
  },
  {
    name: 'run_training',
    title: 'Run a long training',
    description:
      'Starts a training that takes long, follows it with few calls, and loses nothing if it breaks off.',
    arguments: [
      { name: 'goal', description: 'What to train, and when it is good enough.', required: true },
      { name: 'accelerator', description: 'Such as T4; left out: as it is.' },
    ],
    text: ({ goal, accelerator }) => `Run this training in the Colab notebook: ${goal}

1. get_runtime_info: accelerator, memory, disk, versions.${accelerator ? ` connect_runtime for ${accelerator}, if it is another one; variables and files are gone then.` : ' Is it enough for the goal?'}
2. Try everything on a small part first, one step of it. Let the code print one line for each epoch, save its state to a file or to Drive after each, and go on from there when it is run again.
3. Start it with execute_cell and wait: false. Follow it with get_run(runId, waitSeconds: 45, until: "end", tail: 3): one call each time, and no polling in between. For work item by item, run_chunked goes on by itself where it stopped.
4. If it goes wrong (the loss is NaN or does not fall, memory runs out), stop it with interrupt_execution, find the cause, and begin again from the saved state. After a lost runtime: connect_runtime, sync_state.
5. At the end: the figures, a chart of the loss (view_output), where the model is saved, and what you would try next.`,
  },
];
