import { closingLine } from './checks/stage.ts';
import { vitestStage } from './checks/vitest-stage.ts';

// `npm run test:soak`: what the tests named so do in a minute of `npm test`, for as long as it takes to see it grow.
process.env.CELLWIRE_SOAK = '600';
const result = await vitestStage('soak', ['unit', 'e2e'], ['soak']).run();
console.log(`\n${closingLine(result)}`);
process.exitCode = result.failed === 0 ? 0 : 1;
