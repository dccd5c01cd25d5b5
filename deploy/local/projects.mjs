import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

/** The folders of the workspace's projects, from its root: `apps/users`, `libs/domain`. A folder without a package is none. */
export const PROJECTS = ['apps', 'libs']
  .flatMap((kind) => readdirSync(join(ROOT, kind)).map((name) => `${kind}/${name}`))
  .filter((project) => existsSync(join(ROOT, project, 'package.json')));
