import { argv } from 'node:process';

/** `npm run bench` measures everything; with the name of a part only that. */
const parts: Record<string, () => Promise<unknown>> = {
  everything: () => import('./whole.ts'),
  start: () => import('./first-day-alone.ts'),
  'large-notebook': () => import('./large-notebook-alone.ts'),
  execution: () => import('./execution-alone.ts'),
  files: () => import('./file-transfer.ts'),
  cost: () => import('./cost/cost.ts'),
  hidden: () => import('./hidden-tab.ts'),
};

const [name = 'everything'] = argv.slice(2);
const measure = parts[name];
if (measure) await measure();
else {
  console.error(`There is no part "${name}" to measure. There are: ${Object.keys(parts).join(', ')}.`);
  process.exitCode = 1;
}
