import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { readConfigs, StoreConfig } from './config.js';

describe('the configuration', () => {
  const parts = [
    { name: 'users', config: StoreConfig },
    { name: 'gateway', config: z.object({ PORT: z.coerce.number().int() }) },
  ];

  it('tells all faults of all parts at once', () => {
    const env = { MONGO_URL: 'postgres://x', SWEEP_MS: '1', PORT: 'eighty' };
    expect(() => readConfigs(parts, env)).toThrow(/users: MONGO_URL[^]*users: SWEEP_MS[^]*gateway: PORT/);
  });

  it.each(['mongodb://127.0.0.1', 'mongodb+srv://user:password@cluster.example/?tls=true'])(
    'refuses %s, which names no database',
    (MONGO_URL) => {
      expect(() => readConfigs(parts, { MONGO_URL, PORT: '80' })).toThrow(/MONGO_URL: has to name the database/);
    },
  );

  it('has defaults, also for what is set but empty', () => {
    const [users] = readConfigs(parts, { MONGO_URL: '', PORT: '80' });
    expect(users).toMatchObject({ MONGO_URL: 'mongodb://127.0.0.1:27017/sarafa', SWEEP_MS: 3_000 });
  });

  it('is read without the line’s end that a file or a Secret has', () => {
    const [users] = readConfigs(parts, { MONGO_URL: 'mongodb://127.0.0.1/x\n', PORT: '80\r\n', SWEEP_MS: '\n' }) as [
      StoreConfig,
    ];
    expect(users).toMatchObject({ MONGO_URL: 'mongodb://127.0.0.1/x', SWEEP_MS: 3_000 });
  });
});
