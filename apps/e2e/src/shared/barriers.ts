import type { AxeResults } from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// Reports violations only, because reporting every passed check for every element takes four times as long.
const RUN = `axe.run(document, { resultTypes: ['violations'] })`;

/** The accessibility violations of the current screen that axe finds. */
export async function barriers(page: Page): Promise<string[]> {
  // Once a document, because sending and compiling it takes as long as a run.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>(RUN);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join(' | ')}`);
}
