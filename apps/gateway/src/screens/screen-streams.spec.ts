import 'reflect-metadata';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { limits, type ScreenSettings } from '@sarafa/contracts';
import { StateCache } from '@sarafa/server';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import type { StreamSocket } from '../boards/stream-socket.js';
import { RemovedScreens } from '../gone-ids.js';
import { ScreenStreams } from './screen-streams.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('whose settings aren’t known are looked for together, and not again before NATS has answered', async () => {
  const settings = { id: 'tv', name: 'Counter' } as unknown as ScreenSettings;
  const asked: string[] = [];
  const known = new Map<string, object>();
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const state = {
    onChange: () => undefined,
    peek: (_: unknown, shop: string) => known.get(shop),
    load: async (_: unknown, shop: string) => {
      asked.push(shop);
      await answered;
      known.set(shop, { screens: [settings] });
    },
  };
  class Parts {}
  Module({
    imports: [ScheduleModule.forRoot()],
    providers: [
      ScreenStreams,
      { provide: StateCache, useValue: state },
      { provide: RemovedScreens, useValue: { isGone: async () => undefined } },
    ],
  })(Parts);
  const app = await NestFactory.createApplicationContext(Parts, { logger: false });
  await app.init();
  const sent: string[] = [];
  const stream = { write: (frames: string) => sent.push(frames) } as unknown as StreamSocket;
  for (const shop of ['a', 'b', 'c']) app.get(ScreenStreams).enter(shop, 'tv', stream);
  await jest.advanceTimersByTimeAsync(limits.heartbeatMs);
  expect(asked).toEqual(['a', 'b', 'c']);
  await jest.advanceTimersByTimeAsync(limits.heartbeatMs * 4);
  expect(asked).toHaveLength(3);
  answer();
  await jest.advanceTimersByTimeAsync(limits.heartbeatMs);
  expect(sent).toHaveLength(3);
  expect(asked).toHaveLength(3);
  await app.close();
});
