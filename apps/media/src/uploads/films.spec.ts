import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { mediaFile } from '@sarafa/testing';
import { Films } from './films.js';

const folder = mkdtempSync(join(tmpdir(), 'sarafa-films-'));
const films = new Films();
afterAll(async () => {
  await films.onApplicationShutdown();
  rmSync(folder, { recursive: true });
});

/** Opens files until this process may open no more. */
function openAll(): number[] {
  const opened: number[] = [];
  try {
    for (;;) opened.push(openSync(devNull, 'r'));
  } catch {
    return opened;
  }
}

it('a film that comes while no thread can be started is asked for again, and the next one is read', async () => {
  const film = mediaFile('h264.mp4');
  const path = join(folder, 'film');
  writeFileSync(path, film);
  const read = () => films.read(path, film.length, new AbortController().signal);
  const opened = openAll();
  const refused = read().catch((error: unknown) => error);
  await sleep(200);
  opened.forEach(closeSync);
  expect(await refused).toMatchObject({ code: 'UNAVAILABLE' });
  expect(await read()).toMatchObject({ warning: null });
});
