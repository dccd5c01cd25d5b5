// `npm run chart:docs`: writes the table of values in the chart's README from the comments in values.yaml. With `--check`
// nothing is written, and the command fails if the table is outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { Fault, tell } from '../deploy/local/fault.mjs';
import { ROOT } from '../deploy/local/run.mjs';
import { valuesMarkdown } from './values-table.mjs';

const CHART = join(ROOT, 'helm/sarafa');
const README = join(CHART, 'README.md');
const BEGIN = '<!-- values: made by `npm run chart:docs` -->';
const END = '<!-- end of values -->';

async function withTable(readme) {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin)
    throw new Fault(`${README} needs the lines ${BEGIN} and ${END}, between which the table stands`);
  const table = valuesMarkdown(readFileSync(join(CHART, 'values.yaml'), 'utf8'));
  const text = `${readme.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${readme.slice(end)}`;
  return format(text, { ...(await resolveConfig(README)), filepath: README });
}

try {
  const readme = readFileSync(README, 'utf8');
  const fresh = await withTable(readme);
  if (!process.argv.includes('--check')) writeFileSync(README, fresh);
  else if (fresh !== readme)
    throw new Fault('The table in helm/sarafa/README.md is not that of values.yaml: npm run chart:docs');
} catch (error) {
  process.exitCode = tell(error);
}
