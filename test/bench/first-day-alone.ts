import { startFigures } from './bridge-start.ts';
import { inWords, measureFirstDay } from './first-day.ts';
import { printTable } from './report.ts';

const { start, firstNotebook } = await measureFirstDay();
printTable(startFigures(start));
console.log(`\n${inWords(firstNotebook)}`);
