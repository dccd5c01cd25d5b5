// `node deploy/local/install.mjs`: installs the programs that specs need beside the npm packages. A second run changes nothing.
import { CHART_PROGRAMS, SERVERS, programOf } from './backing/programs.mjs';
import { tell } from './fault.mjs';
import { Progress } from './progress.mjs';

const progress = new Progress();
const programs = Object.entries({ ...SERVERS, ...CHART_PROGRAMS });
const steps = programs.map(([name, { label }]) => progress.step(label, (note) => programOf(name, note)));
const failed = (await Promise.allSettled(steps)).filter((result) => result.status === 'rejected');
for (const { reason } of failed) process.exitCode = tell(reason);
