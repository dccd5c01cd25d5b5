import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import { newId, SettingsHarness } from '../testing/settings-harness.js';

describe('a try that ends after another replica has sent the same message', () => {
  let w: SettingsHarness;
  const asked: ServerResponse[] = [];
  const receiver = createServer((_, response) => void asked.push(response));

  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    w = await SettingsHarness.start({ ALERT_WEBHOOK_URL: `http://127.0.0.1:${port}/` });
  });
  afterAll(async () => {
    await w.end();
    receiver.close();
  });

  /** A new alarm, and the answer by which the receiver ends its try. */
  async function tried(at = new Date()) {
    const [screen, _id] = [newId(), new w.db.base.Types.ObjectId(newId())];
    const deliveries = [{ _id, event: 'dark', phone: null, status: 'waiting', tries: 0, next_at: at }];
    const alarm = { screen, name: 'Front', userId: newId(), state: 'offline', since: at, at, ended_at: at };
    await w.db.collection('screen_alarms').insertOne({ ...alarm, deliveries });
    await until(() => asked.length === 1);
    return { screen, answer: asked.pop()! };
  }

  it('is made at once where a clock that was ahead has put it off', async () => {
    (await tried(new Date(Date.now() + 365 * 86_400_000))).answer.end();
  });

  it.each([
    ['a failure', 'changes nothing', 503, 'sent', { status: 'sent', tries: 1 }],
    ['a success', 'holds', 200, 'failed', { status: 'sent', tries: 2 }],
  ])('%s %s', async (_, __, status, written, stored) => {
    const { screen, answer } = await tried();
    const alarms = w.db.collection('screen_alarms');
    await alarms.updateOne({ screen }, { $set: { 'deliveries.0.status': written, 'deliveries.0.tries': 1 } });
    answer.writeHead(status).end();
    // The next turn begins when this one has written what it has come to.
    (await tried()).answer.end();
    expect((await alarms.findOne({ screen }))!['deliveries']).toMatchObject([stored]);
  });
});
