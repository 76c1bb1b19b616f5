import { VERSION } from '../../../version.ts';
import type { Check } from '../check.ts';
import { failure, ok, warning } from '../check.ts';

export const port: Check = {
  id: 'port',
  title: 'Port',
  run: async ({ machine: { platform }, options, link }) => {
    const { port, holder, status } = await link();
    if (port === null) return ok('any that is free; none was used yet');
    if (holder === 'nobody') return ok(`${port} is free`);
    if (holder === 'stranger') {
      const who = whoHas(port, platform);
      return options.port === undefined
        ? warning(
            `${port}, used last time, is taken by another program: open tabs will not come back by themselves`,
            `${who} shows which; end it, or let your agent connect again`,
          )
        : failure(
            `${port} is taken by another program`,
            `${who} shows which; end it, or choose another --port`,
          );
    }
    if (holder === 'system') {
      return options.port === undefined
        ? warning(
            `${port}, used last time, is kept by the system for itself: open tabs will not come back by themselves`,
            'Let your agent connect again; it takes another port',
          )
        : failure(`${port} is kept by the system for itself`, 'Choose another --port, above 1024');
    }
    // No tab has been connected to it yet, or it was started with another file: then we have no key to ask with.
    if (!status) return ok(`${port} is in use by a running bridge`);
    if (status.version !== VERSION) {
      return warning(
        `${port} is in use by a bridge of cellwire ${status.version}, and this is ${VERSION}`,
        'Restart your agent, so that it starts this version',
      );
    }
    return ok(`${port} is in use by your agent's bridge (process ${status.pid})`);
  },
};

function whoHas(port: number, platform: NodeJS.Platform): string {
  if (platform === 'win32') return `netstat -ano | findstr :${port}`;
  return platform === 'linux' ? `ss -ltnp 'sport = :${port}'` : `lsof -nP -iTCP:${port} -sTCP:LISTEN`;
}
