import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { end, exited, isAlive, ready, startGuarded } from '../toolkit/processes.mjs';

const TOOLKIT = new URL('../toolkit/processes.mjs', import.meta.url).href;

/** A process that starts another one, prints the other's id, and lives until it is killed unless it may forget the other. */
function parent(options) {
  const code = `import { startGuarded } from '${TOOLKIT}';
    const child = startGuarded('sleep', ['60'], ${JSON.stringify({ ...options, stdio: 'ignore' })});
    console.log(child.pid);`;
  return spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
}

const gone = async (pid) => {
  while (isAlive(pid)) await setTimeout(20);
};

describe('a guarded process', () => {
  it('ends with its parent, also by kill -9', { timeout: 10_000 }, async () => {
    const above = parent({});
    const pid = Number(await once(above.stdout, 'data'));
    assert.ok(isAlive(pid) && above.exitCode === null);
    above.kill('SIGKILL');
    await gone(pid);
  });

  it('that may be forgotten keeps nobody running, and is gone with its parent', { timeout: 10_000 }, async () => {
    const above = parent({ forgettable: true });
    const pid = Number(await once(above.stdout, 'data'));
    assert.equal((await exited(above)).code, 0);
    await gone(pid);
  });

  it('is killed when it does not end', { timeout: 10_000 }, async () => {
    const child = startGuarded(
      process.execPath,
      ['-e', "process.on('SIGTERM', () => {}); console.log(); setInterval(() => {}, 1e6)"],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(child.stdout, 'data');
    await end(child, 100);
    assert.equal(child.signalCode, 'SIGKILL');
  });
});

describe('waiting for a process', () => {
  const never = () => Promise.reject(new Error('not yet'));

  it('fails when the process ends, does not exist, or takes too long', async () => {
    await assert.rejects(ready(startGuarded('sh', ['-c', 'exit 7']), never, 10_000), /it ended with code 7/);
    await assert.rejects(ready(startGuarded('no-such-program', []), never, 10_000), /ENOENT/);
    const child = startGuarded('sleep', ['60'], { stdio: 'ignore' });
    await assert.rejects(ready(child, never, 100), /no answer after 0.1 s/);
    await end(child);
  });
});
