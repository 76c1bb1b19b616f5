import { readFlags, UsageError } from './flags.ts';
import { startPlayground } from './server.ts';

async function main(): Promise<void> {
  const playground = await startPlayground(readFlags(process.argv.slice(2)));
  // The only line on stdout: callers wait for it and parse it.
  const { url, port, certificatePin } = playground;
  process.stdout.write(`${JSON.stringify({ url, port, certificatePin })}\n`);
  const stop = () => {
    playground.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`playground: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
});
