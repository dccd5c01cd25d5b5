import { networkInterfaces } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { freePort } from '@sarafa/testing';
import { newAppContext } from './app.js';
import { ProcessConfig, readConfigs } from './config.js';
import { OpsServer } from './ops-server.js';

describe('the server for operators', () => {
  it('says what an app needs and lacks', async () => {
    const port = await freePort();
    const { health, metrics } = newAppContext();
    const other = newAppContext();
    const build = { version: '1.2.3', revision: 'abc' };
    const [{ HOST }] = readConfigs([{ name: 'process', config: ProcessConfig }], { HOST: '::' }) as [ProcessConfig];
    const ops = await OpsServer.open(
      HOST,
      port,
      [
        { name: 'spec', health, metrics },
        { name: 'other', ...other },
      ],
      build,
    );
    const ask = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: response.status, text: await response.text() };
    };
    const samples = async (name: string) => (await ask('/metrics')).text.split('\n').filter((line) => line.startsWith(name));
    try {
      // Kubernetes probes a pod's own address, which may be of IPv6 alone.
      const loopbacks = Object.values(networkInterfaces()).flatMap((of) => of?.filter(({ internal }) => internal) ?? []);
      for (const { address, family } of loopbacks) {
        const live = await fetch(`http://${family === 'IPv6' ? `[${address}]` : address}:${port}/health/live`);
        expect({ address, status: live.status }).toEqual({ address, status: 200 });
      }
      expect(await ask('/health/ready')).toMatchObject({ status: 503, text: expect.stringContaining('starting') });

      health.open();
      other.health.open();
      let broken = false;
      health.add('database', async () => {
        if (broken) throw new Error('is away');
      });
      expect((await ask('/health/ready')).status).toBe(200);
      broken = true;
      expect(await ask('/health/ready')).toMatchObject({ status: 503, text: expect.stringContaining('is away') });
      expect(await samples('sarafa_ready')).toEqual(['sarafa_ready{app="spec"} 0', 'sarafa_ready{app="other"} 1']);
      health.need('silent');
      expect((await ask('/health/ready')).status).toBe(200);
      expect(await samples('sarafa_ready{app="spec"}')).toEqual(['sarafa_ready{app="spec"} 0']);
      broken = false;
      expect(await samples('sarafa_ready')).toEqual(['sarafa_ready{app="spec"} 1', 'sarafa_ready{app="other"} 1']);

      health.add('silent', () => new Promise(() => {}));
      expect(await ask('/health/ready')).toMatchObject({ status: 503, text: expect.stringContaining('does not answer') });
      health.add('silent', async () => {});
      health.close();
      expect(await ask('/health/ready')).toMatchObject({ status: 503, text: expect.stringContaining('closing') });

      for (const [app, count] of [metrics, other.metrics].entries()) {
        const counter = count.counter({ name: 'sarafa_spec_total', help: 'Spec.', labelNames: ['kind'] });
        counter.inc({ kind: 'same' }, 3);
        counter.inc({ kind: `of ${app}` });
      }
      const { text } = await ask('/metrics');
      // Prometheus would refuse the whole scrape if a name came twice.
      expect(text.match(/^# TYPE sarafa_spec_total/gm)).toHaveLength(1);
      expect(await samples('sarafa_spec_total')).toEqual([
        'sarafa_spec_total{kind="same"} 6',
        'sarafa_spec_total{kind="of 0"} 1',
        'sarafa_spec_total{kind="of 1"} 1',
      ]);
      expect(text).toContain('sarafa_build_info{version="1.2.3",revision="abc"} 1');
      expect(text).toContain('process_cpu_seconds_total');
      expect((await ask('/nowhere')).status).toBe(404);
    } finally {
      ops.close();
    }
  });
});
