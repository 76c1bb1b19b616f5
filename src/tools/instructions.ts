/**
 * What a model is told of the tools as a whole. The same from a tab (behind a server that is not ours) and from
 * the bridge, which adds only how to get connected.
 */
export const INSTRUCTIONS =
  'These tools work in the Google Colab notebook that is open in the user’s browser, while the user watches. Read before you write; address cells by id; a cell that was changed since you read it is refused, with what is there now. notices in a result say what the user or another agent did since your last call. When a tool says user_action_required, ask the user; when it says paused or denied, the user decided so: do not look for a way around.';
