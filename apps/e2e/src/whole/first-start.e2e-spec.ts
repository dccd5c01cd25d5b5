import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PARTS, until } from '@sarafa/testing';
import { harness, type Harness } from '../shared/harness.js';

describe('the first start', () => {
  let w: Harness;

  beforeAll(async () => {
    // Without the configured password of `harness`, so that one is generated.
    w = await harness({ env: { DEMO_SHOP: 'true', ADMIN_PASSWORD: '' } });
  });

  afterAll(() => w.end());

  it('has its admin and its demo shop when it says that it is ready', async () => {
    await until(() => w.product.messages.some(({ type }) => type === 'ready'));
    expect(w.product.messages.map(({ type }) => type)).toEqual(['first-admin', 'demo-shop', 'ready']);
  });

  it('tells the password once, and to no log', async () => {
    const [admin] = w.product.messages;
    expect(admin).toMatchObject({ username: 'admin', password: expect.stringMatching(/^[\w-]{20}$/) });
    expect(w.product.logs.join('\n')).not.toContain((admin as { password: string }).password);
    await w.product.restart();
    const types = () => w.product.messages.slice(3).map(({ type }) => type);
    await until(() => types().includes('ready'));
    expect(types()).toEqual(['demo-shop', 'ready']);
  });

  it('counts all of its apps from its first word on whether it is ready', async () => {
    await w.product.stop();
    const said: string[] = [];
    let isUp = false;
    const listening = until(
      async () => {
        const answer = await fetch(`${w.product.metricsUrl}/health/ready`).catch(() => undefined);
        if (answer) said.push(((await answer.json()) as { parts: { name: string }[] }).parts.map(({ name }) => name).join());
        return isUp;
      },
      30_000,
      5,
    );
    await w.product.start();
    isUp = true;
    await listening;
    expect(said.length).toBeGreaterThan(3);
    expect([...new Set(said)]).toEqual([PARTS.join()]);
  });
});
