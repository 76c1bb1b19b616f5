import { VERSION } from '../version.ts';
import { TOOL_GROUPS } from './command-line.ts';
import { commands } from './commands.ts';
import { defaultCredentialsFile } from './credentials-file.ts';

/** A line for each command; "cellwire COMMAND --help" tells more. */
const commandLines = (): string =>
  [...commands].map(([name, { summary }]) => `       cellwire ${name.padEnd(10)} ${summary}\n`).join('');

export const helpText = (): string => `cellwire ${VERSION}
Lets an AI agent work in the Google Colab notebook that is open in your Chrome.

Your MCP client (Claude Code, Codex, Gemini CLI, Cursor …) starts this program and talks to it
over stdin and stdout. Started by hand, it waits for an MCP client; Ctrl+C ends it.

Usage: cellwire [options]
       cellwire serve --http [options]   for agents that cannot start it, or share one: see below
${commandLines()}
  --colab-url URL     the notebook to open (default: a scratch notebook)
  --tools GROUP,…     offer only these groups of tools: ${TOOL_GROUPS.join(', ')}
                      (session is always there)

  --save-dir DIR      agents may copy files of the runtime to and from this folder alone
                      (default: the one it is started in, unless that is / or your home)

  --no-browser        never open a browser; print the link instead
  --browser CMD       open links with this command; the link is added as its last word

  --port N            listen for tabs on this port (default: the one of last time, else a free one)
  --token-file F      where port and keys are kept for the next start
                      (default: ${defaultCredentialsFile() ?? 'nowhere, because you have no home folder here'})
  --log-file F        write the log to this file too (it goes to stderr in any case)

With serve --http the agents come over Streamable HTTP, as many as like, each with a token that is printed:

  --http-port N       listen for agents on this port (default: the one of last time, else a free one)
  --host ADDRESS      listen there instead of on this computer's loopback; nothing is encrypted, so only
                      within a container or a network of your own
  --http-token-file F where the token for agents is kept, readable for you alone
                      (default: http.json beside the file of --token-file)

  --runtime URL       no notebook and no browser: run code in a kernel of this Jupyter server or gateway, as in
                      http://localhost:8888/?token=…  A kernel is started with the first call and ends with
                      this program. &kernel_name=NAME chooses its kind; &kernel=ID uses one that runs already,
                      and leaves it running. Other users of this computer can see command lines, so better
                      give the address in the environment:
                        CELLWIRE_RUNTIME='http://localhost:8888/?token=…' cellwire

  --help              this text; "cellwire COMMAND --help" tells of a command
  --version           the version

Examples:
  cellwire setup                                     which agents are here; "cellwire setup codex" sets one up
  cellwire --tools notebook,run --save-dir ~/data    what an agent starts, with fewer tools and a folder for files
  cellwire --no-browser --port 8123                  the link is printed, for a browser on another computer

Exit codes: 0 all went well, 1 something failed, 2 the command line was not understood.
`;
