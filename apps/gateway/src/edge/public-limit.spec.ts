import 'reflect-metadata';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';
import { PublicLimit } from './public-limit.js';

const ADDRESS = '192.0.2.1';

describe('the ceilings for what is public', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('stand anew each minute, each by itself, and a refused client is told when', async () => {
    jest.useFakeTimers();
    const useValue = GatewayConfig.parse({ PUBLIC_RATE_LIMIT_PER_MINUTE: '60' });
    class Parts {}
    Module({ imports: [ScheduleModule.forRoot()], providers: [PublicLimit, { provide: GATEWAY_CONFIG, useValue }] })(Parts);
    const app = await NestFactory.createApplicationContext(Parts, { logger: false });
    const limit = app.get(PublicLimit);
    const refusedBeat = () => (limit.countRefusedBeat(ADDRESS), limit.allowsBeatsFrom(ADDRESS));
    const ceilings = [
      () => limit.allows(ADDRESS),
      () => limit.allowsFile(ADDRESS),
      refusedBeat,
      () => limit.allowsBeatOf('a'.repeat(24)),
    ];
    for (const count of ceilings) {
      const counted = Array.from({ length: 61 }, count);
      expect([counted.slice(0, 60).every(Boolean), counted[60]]).toEqual([true, false]);
    }
    expect(limit.isAbove(ADDRESS)).toBe(true);
    const wait = () => limit.refusal().retryAfterSeconds;
    expect(wait()).toBe(60);
    jest.advanceTimersByTime(59_500);
    expect(wait()).toBe(1);
    jest.advanceTimersByTime(500);
    expect([limit.isAbove(ADDRESS), wait(), ...ceilings.map((count) => count())]).toEqual([false, 60, true, true, true, true]);
    await app.close();
  });
});
