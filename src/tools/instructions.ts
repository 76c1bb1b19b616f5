/**
 * What a model is told of the tools as a whole. The same from a tab (behind a server that is not ours) and from
 * the bridge, which adds only how to get connected.
 */
export const INSTRUCTIONS = `These tools work in the Google Colab notebook that is open in the user’s browser, while the user watches.
1. Look first: get_notebook_outline is cheap; then get_cells with format: "text" for the cells you need, or search_notebook. Address cells by id; indices count from 0.
2. One call where one thing is meant: add_cells and run: true for several cells, replace_in_notebook for a rename, run_cells for many runs, edit_cell and run: true for a small change.
3. A cell that was changed since you read it is refused, with what is there now: take that into account, and try again.
4. What need not stay in the notebook: execute_code leaves no cell; list_variables and inspect_variable look into the kernel.
5. Long runs: after 45 s a call returns with status "running". Follow with get_run(runId, cursor, waitSeconds: 45, until: "end", tail: 5), not by polling. run_chunked goes on after a crash.
6. An exception in the code is status "error", with the traceback in the outputs. After a lost or restarted runtime: detect_sync_needed, sync_state.
7. Charts are told in words; view_output shows the picture. Ask for more of a long output only if you need it.
8. notices in a result say what the user or another agent did since your last call: heed them.
9. user_action_required: ask the user. paused or denied: the user decided so; do not look for a way around.
10. Several notebooks: name the one you mean as notebook (id or name); left out, it is the one used last.`;

/** The same where there is a kernel and no notebook. */
export const RUNTIME_INSTRUCTIONS = `These tools work in a kernel of a Jupyter server, without a notebook and without a browser: there are no cells, and nobody watches. The kernel starts with the first call; its variables persist from call to call.
1. execute_code runs code; list_variables and inspect_variable look at what it left.
2. Long runs: after 45 s a call returns with status "running". Follow with get_run(runId, cursor, waitSeconds: 45, until: "end", tail: 5), not by polling. run_chunked goes on after a crash.
3. An exception in the code is status "error", with the traceback in the outputs.
4. notices in a result say when the kernel was lost, and what is gone with it; save_checkpoint keeps variables.`;
