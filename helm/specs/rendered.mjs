// The rendered releases: those of the matrix, and those of the chart's example values.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { CHART, exampleValues, inPairs, render } from './chart.mjs';
import { MATRIX } from './matrix.mjs';

/** All texts in the values, among which are the names of objects that the chart doesn't make. */
function textsOf(value) {
  if (typeof value === 'object' && value) return Object.values(value).flatMap(textsOf);
  return [String(value)];
}

const examples = exampleValues().map((name) => [
  `ci/${name}`,
  { values: parse(readFileSync(join(CHART, 'ci', name), 'utf8')) },
]);
const occasions = [...Object.entries(MATRIX), ...examples];

/**
 * `[{ name, values, given, has, hasNot, documents, fault }]`: where Helm refused the values there is a `fault` and no
 * documents.
 */
export const RELEASES = await inPairs(occasions, async ([name, { values = {}, has = [], hasNot = [], ...options }]) => {
  const about = { name, values, given: new Set(textsOf(values)), has, hasNot };
  try {
    return { ...about, documents: await render(values, options) };
  } catch (fault) {
    return { ...about, fault };
  }
});
