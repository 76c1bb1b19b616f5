import { expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { checkNodeVersion } from '../../../scripts/setup/node-version.mjs';

it('the versions that are checked here are those of package.json', () => {
  expect(packageJson.engines.node).toBe('^20.19 || >=22.12');
});

it.each(['20.19.0', '20.20.2', '22.12.0', '22.20.1', '23.0.0', '24.0.0', '26.10.0'])(
  'Node %s is fine',
  (version) => {
    expect(() => checkNodeVersion(version)).not.toThrow();
  },
);

it.each(['18.20.8', '20.18.3', '21.7.3', '22.0.0', '22.11.0'])(
  'Node %s is told what is needed',
  (version) => {
    expect(() => checkNodeVersion(version)).toThrow(
      `Cellwire needs Node 20.19, or 22.12 and newer; this is Node ${version}.`,
    );
  },
);
