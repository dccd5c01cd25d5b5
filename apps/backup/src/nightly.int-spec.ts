import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import { backupHarness, type Installation } from './testing/backup-harness.js';
import { furnish } from './testing/furnished.js';

describe('a backup', () => {
  const w = backupHarness();

  const furnished = async () => {
    const installation = w.installation();
    await furnish(installation, w.files);
    return installation;
  };
  const failed = () => readFile(join(w.dir, 'nightly-failed'), 'utf8').catch(() => null);
  /** Runs it until it has said this, and has told of a failure what is expected. */
  const nightly = async (of: Installation, to: string, says: RegExp, tells: unknown) => {
    const child = w.start(of, ['nightly', '--to', to, '--keep', '2'], { TMPDIR: w.dir });
    let said = '';
    child.stdout!.on('data', (text: Buffer) => (said += text.toString()));
    await until(() => says.test(said));
    await until(async () => (expect(await failed()).toEqual(tells), true));
    expect([child.exitCode, child.kill()]).toEqual([null, true]);
  };

  it('is made and verified each night without anybody, and tried again where it fails', async () => {
    const [empty, from, to] = [w.installation(), await furnished(), w.folder()];
    const says = /has no accounts.*The next look is in a quarter of an hour/;
    await nightly(empty, to, says, expect.stringContaining('has no accounts'));
    await nightly(from, to, /Backed up: [^]*Verified: /, null);
    expect(await readdir(join(to, 'backups'))).toHaveLength(1);
  });

  it('that was killed is told of by the next process, and one that was asked to end is not', async () => {
    const [from, to] = [await furnished(), w.folder()];
    const begun = join(w.dir, 'nightly-begun');
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const child = w.start(from, ['nightly', '--to', to], { TMPDIR: w.dir });
      await until(() => existsSync(begun), 30_000, 1);
      child.kill(signal);
      await once(child, 'exit');
      expect([signal, existsSync(begun)]).toEqual([signal, signal === 'SIGKILL']);
    }
    await nightly(from, to, /The next look/, expect.stringContaining('it needs more memory'));
    expect(existsSync(begun)).toBe(false);
  });

  it('that was found damaged is told until one is found whole, and not until the next one is made', async () => {
    const [from, to] = [await furnished(), w.folder()];
    expect(await w.run(from, ['backup', '--to', to])).toMatchObject({ code: 0 });
    const [file] = await readdir(join(to, 'files'), { recursive: true, withFileTypes: true }).then((entries) =>
      entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
    );
    const content = await readFile(file!);
    const damaged = Buffer.from(content);
    damaged[damaged.length - 20]! ^= 1;
    await writeFile(file!, damaged);
    await nightly(from, to, /The next look/, expect.stringContaining(basename(file!)));
    const damage = await failed();
    // As on the next night: there is no backup of it, and a verification is due in a week only.
    await rm(join(to, 'backups'), { recursive: true });
    await nightly(from, to, /Backed up[^]*The next look/, damage);
    await writeFile(file!, content);
    expect(await w.run(from, ['verify-backup', '--from', to])).toMatchObject({ code: 0 });
    await nightly(from, to, /^/, null);
  });
});
