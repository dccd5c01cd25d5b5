// `npm run chart:docs`: writes the table of values into the chart's README.
import { writeFileSync } from 'node:fs';
import { README, readmeWithTable } from './values-table.mjs';

writeFileSync(README, await readmeWithTable());
