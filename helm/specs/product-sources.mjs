import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../deploy/local/run.mjs';

/** The texts of a project's sources, `apps/users`, without its specs. */
export function sourcesOf(project) {
  const folder = join(ROOT, project, 'src');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!spec)\.ts$/.test(name));
  return names.map((name) => readFileSync(join(folder, name), 'utf8'));
}
