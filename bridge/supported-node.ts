// Imported before anything else: an old Node should get this sentence, not a stack trace from a dependency.
import { jsonReport, textReport } from './cli/doctor/report.ts';
import { GET_NODE, isSupportedNode, NEEDED_NODE } from './node-version.ts';

const { node } = process.versions;

if (!isSupportedNode(node)) {
  const [command, ...flags] = process.argv.slice(2);
  const finding = {
    check: 'node',
    title: 'Node',
    status: 'failure',
    says: `cellwire needs ${NEEDED_NODE}, and this is Node ${node}`,
    mend: GET_NODE,
  } as const;
  // Whoever asks what is wrong is told in the form asked for; nothing else can be looked at with this Node.
  if (command !== 'doctor') process.stderr.write(`${finding.says}. ${finding.mend}.\n`);
  else process.stdout.write(flags.includes('--json') ? jsonReport([finding]) : textReport([finding]));
  process.exit(1);
}
