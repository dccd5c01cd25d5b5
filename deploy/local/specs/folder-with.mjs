import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../run.mjs';

/** A folder with these files, `{ path: text }`, which finds the workspace's packages and is removed when the process ends. */
export function folderWith(files) {
  const above = mkdtempSync(join(tmpdir(), 'sarafa-spec-'));
  process.once('exit', () => rmSync(above, { recursive: true, force: true }));
  symlinkSync(join(ROOT, 'node_modules'), join(above, 'node_modules'));
  const folder = join(above, 'workspace');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
