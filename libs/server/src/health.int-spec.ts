import { describe, expect, it } from '@jest/globals';
import { freePort } from '@sarafa/testing';
import { surroundingsOf } from './app.js';
import { OpsDoor } from './ops-door.js';

describe('the door for operators', () => {
  it('says what an app needs and lacks', async () => {
    const port = await freePort();
    const { health, metrics } = surroundingsOf();
    const door = await OpsDoor.open('127.0.0.1', port, [{ name: 'spec', health, metrics }]);
    const ask = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: response.status, text: await response.text() };
    };
    try {
      expect((await ask('/health/live')).status).toBe(200);
      expect(await ask('/health/ready')).toMatchObject({ status: 503, text: expect.stringContaining('starting') });

      health.open();
      let broken = false;
      health.add('database', async () => {
        if (broken) throw new Error('is away');
      });
      expect((await ask('/health/ready')).status).toBe(200);
      broken = true;
      expect(await ask('/health/ready')).toMatchObject({ status: 503, text: expect.stringContaining('is away') });
      broken = false;

      health.add('silent', () => new Promise(() => {}));
      expect(await ask('/health/ready')).toMatchObject({ status: 503, text: expect.stringContaining('does not answer') });
      health.add('silent', async () => {});
      health.close();
      expect(await ask('/health/ready')).toMatchObject({ status: 503, text: expect.stringContaining('closing') });

      metrics.counter({ name: 'sarafa_spec_total', help: 'Spec.' }).inc(3);
      const { text } = await ask('/metrics');
      expect(text).toContain('sarafa_spec_total 3');
      expect(text).toContain('process_cpu_seconds_total');
      expect((await ask('/nowhere')).status).toBe(404);
    } finally {
      door.close();
    }
  });
});
