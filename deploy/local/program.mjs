// `npm run backup`, `npm run restore`, `npm run verify-backup` and `npm run doctor`: the programs of apps/backup and apps/doctor, with the
// servers of `npm start` where the environment names none.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVERS_FILE } from './backing/servers.mjs';
import { compile } from './build.mjs';
import { DataDir } from './data-dir.mjs';
import { ROOT } from './run.mjs';

await compile();
const file = new DataDir().file(SERVERS_FILE);
const started = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const [command, ...args] = process.argv.slice(2);
const program = command === 'doctor' ? ['apps/doctor/dist/main.js', ...args] : ['apps/backup/dist/main.js', command, ...args];
const { status } = spawnSync(process.execPath, [join(ROOT, program[0]), ...program.slice(1)], {
  // Where npm was called, so that a folder is found from there.
  cwd: process.env.INIT_CWD ?? process.cwd(),
  env: { ...started, ...process.env },
  stdio: 'inherit',
});
process.exit(status ?? 1);
