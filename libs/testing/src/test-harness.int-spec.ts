import { existsSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { TestHarness } from './test-harness.js';

it('ends everything, the latest first, also when something does not end', async () => {
  const w = new TestHarness();
  const ended: string[] = [];
  w.atEnd(() => ended.push('first'));
  w.atEnd(() => Promise.reject(new Error('stays')));
  w.atEnd(() => ended.push('last'));
  await expect(w.end()).rejects.toThrow('stays');
  expect(ended).toEqual(['last', 'first']);
  await w.end();
  expect(ended).toHaveLength(2);
});

it('waits for what is still starting, and ends it', async () => {
  const w = new TestHarness();
  const ended: string[] = [];
  let come = (_: string) => {};
  void w.started(new Promise<string>((resolve) => (come = resolve)), (server) => ended.push(server));
  w.started(Promise.reject(new Error('never comes')), () => ended.push('nothing')).catch(() => undefined);
  const end = w.end();
  come('server');
  await end;
  expect(ended).toEqual(['server']);
});

it('ends what it has started when a server does not start', async () => {
  const w = new TestHarness();
  let dir = '';
  const startNats = (folder: string) => {
    dir = folder;
    return Promise.reject(new Error('no NATS'));
  };
  await expect(w.open({ startNats })).rejects.toThrow('no NATS');
  expect(dir).not.toBe('');
  expect(existsSync(dir)).toBe(false);
});
