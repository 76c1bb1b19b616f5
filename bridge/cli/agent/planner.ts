/** A call that a planner wants to be made. */
export interface ToolCall {
  /** How planner and outcome name it; of the planner's making. */
  id: string;
  name: string;
  args: Record<string, unknown>;
  /** Why it cannot be made as it was asked for: its arguments are no JSON, its answer was cut off. Nothing is done then. */
  fault?: string;
}

export interface AgentPicture {
  mimeType: string;
  base64: string;
}

/** What came of a call: the result of the tool, or why there is none. */
export interface Outcome {
  call: ToolCall;
  isError: boolean;
  text: string;
  /** What a program would read of it; empty where the tool gave only text. */
  data: Record<string, unknown>;
  pictures: AgentPicture[];
}

export interface Usage {
  input: number;
  output: number;
  /** The endpoint did not say; counted by characters. */
  isEstimate: boolean;
}

/** The next step: what is said, and what is to be done. */
export interface Plan {
  say: string;
  calls: ToolCall[];
  /** Null where planning costs nothing. */
  usage: Usage | null;
  /** There are no calls, and nothing is left to do. */
  isLast: boolean;
}

/** Decides by what came of the last step what the next one is: a model behind an endpoint, or a script. */
export interface Planner {
  /** For the transcript, without secrets. */
  readonly about: Record<string, string>;
  next: (outcomes: readonly Outcome[], signal: AbortSignal) => Promise<Plan>;
}

/** There is no next step, and not because all is done; the message says why and what to do about it. */
export class PlanFailed extends Error {
  override readonly name: string = 'PlanFailed';
}
