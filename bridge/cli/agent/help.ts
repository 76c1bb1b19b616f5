import { DEFAULT_TIMEOUT_S } from './model-options.ts';
import { DEFAULTS } from './options.ts';

export const agentHelp =
  (): string => `cellwire agent: lets a model work in a notebook, with you at the terminal.

Usage: cellwire agent [options] "what is to be done" [-- options of the bridge]
       cellwire agent --script FILE [options]

  CELLWIRE_AGENT_MODEL=qwen3 cellwire agent --base-url http://localhost:11434/v1 "plot a random walk"
  cellwire agent --api anthropic --model NAME --yes edit,run "find out why the last cell fails" \\
    -- --colab-url https://colab.research.google.com/drive/…

Model
  --api openai|anthropic   chat completions, or messages (default: openai; CELLWIRE_AGENT_API)
  --base-url URL           the endpoint (default: the vendor's, or OPENAI_BASE_URL, ANTHROPIC_BASE_URL;
                           CELLWIRE_AGENT_BASE_URL). For openai with its /v1, as in http://localhost:11434/v1
  --model NAME             as the endpoint calls it (CELLWIRE_AGENT_MODEL)
  --no-pictures            the model takes none (those that refuse them get none anyway)
  --timeout S              for one answer (default: ${DEFAULT_TIMEOUT_S})

Key       never on the command line: in CELLWIRE_AGENT_KEY, or in a file
  --key-file F             the file
          OPENAI_API_KEY or ANTHROPIC_API_KEY are used too, for the vendor's own address or the one set beside them

Limits
  --max-steps N            answers of the model (default: ${DEFAULTS.maxSteps}; CELLWIRE_AGENT_MAX_STEPS)
  --max-tokens N           in and out, all together (default: ${DEFAULTS.maxTokens.toLocaleString('en')}; CELLWIRE_AGENT_MAX_TOKENS)
  --yes CLASS,…            what it may do without asking you: edit, run, runtime, files, secrets, other
                           (reading needs no question; without a terminal, what is not allowed is refused)

  --transcript F           adds what happens to this file, as lines of JSON
  --script FILE            no model: replays the calls in this file
  --server CMD             another MCP server (stdio) instead of our bridge

Ctrl+C ends it: what runs in the notebook is interrupted, and you are told what was done. Twice ends it at once.
Exit codes: 0 done, 1 not done, 2 not understood, 130 ended by Ctrl+C.
`;
