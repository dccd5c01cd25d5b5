import { existsSync, watch } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transform } from '@swc/core';
import { PROJECTS } from '../projects.mjs';
import { ROOT } from '../run.mjs';
import { swcOptions } from '../swc-options.mjs';

/** Several files are often saved at once. */
const SETTLE_MS = 40;
/** Projects that the standalone process doesn't contain. */
const OTHERS = ['apps/web', 'apps/e2e', 'libs/testing'];
const SERVER_PROJECTS = PROJECTS.filter((project) => !OTHERS.includes(project));
const SOURCE = /\.ts$/;
const SPEC = /\.(spec|int-spec)\.ts$/;

/**
 * Watches the sources of everything that runs in the standalone process, and compiles each changed file into its `dist` at once
 * without checking types, because a full `tsc -b` takes too long. `onChange` gets the written files.
 */
export function watchSources(onChange, onFault) {
  const changed = new Set();
  let timer;
  const settle = async () => {
    const files = [...changed];
    changed.clear();
    const results = await Promise.allSettled(files.map(compile));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) onFault(failed.reason);
    else onChange(files);
  };
  const watchers = SERVER_PROJECTS.map((project) =>
    watch(join(ROOT, project, 'src'), { recursive: true }, (_, name) => {
      if (!name || !SOURCE.test(name) || SPEC.test(name)) return;
      changed.add(join(project, 'src', name));
      clearTimeout(timer);
      timer = setTimeout(() => void settle(), SETTLE_MS);
    }),
  );
  return () => watchers.forEach((watcher) => watcher.close());
}

async function compile(file) {
  const source = join(ROOT, file);
  // The file was deleted; the files that imported it change too.
  if (!existsSync(source)) return;
  const { code } = await transform(await readFile(source, 'utf8'), {
    ...swcOptions(false),
    filename: source,
    sourceMaps: 'inline',
  });
  const target = join(ROOT, file.replace('/src/', '/dist/').replace(SOURCE, '.js'));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, code);
}
