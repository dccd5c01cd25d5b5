import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Metrics, readConfigs } from '@sarafa/server';
import { SettingsConfig } from '../settings.config.js';
import { Webhook } from './webhook.js';

const asked: (string | undefined)[] = [];
const signatures: (string | string[] | undefined)[] = [];
const receiver = createServer(({ url, headers }, response) => {
  asked.push(headers.authorization);
  signatures.push(headers['x-sarafa-signature']);
  response.writeHead(Number(url!.slice(1))).end();
});
let port: number;
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  ({ port } = receiver.address() as AddressInfo);
});
afterAll(() => void receiver.close());

it.each([
  ['http://*/404', '404'],
  ['http://*/302', '302'],
  ['https://*/200', 'ERR_SSL_.*|EPROTO|UND_ERR_.*'],
  ['http://127.0.0.1:1/200', 'ECONNREFUSED|Error|bad port|TypeError'],
])('an alarm that %s doesn’t take is tried again and counted, with the reason', async (url, reason) => {
  const metrics = new Metrics();
  const ALERT_WEBHOOK_URL = url.replace('*', `127.0.0.1:${port}`);
  const webhook = new Webhook(SettingsConfig.parse({ ALERT_WEBHOOK_URL }), metrics);
  expect(await webhook.send('1', {})).toBe('retry');
  const counted = new RegExp(`sarafa_webhook_failures_total\\{reason="(?:${reason})"\\} 1`);
  expect(await metrics.registry.metrics()).toMatch(counted);
});

it('credentials in the address come as those of the request', async () => {
  const webhook = new Webhook(
    SettingsConfig.parse({ ALERT_WEBHOOK_URL: `http://sarafa:p%40ss@127.0.0.1:${port}/200` }),
    new Metrics(),
  );
  expect(await webhook.send('1', {})).toBe('sent');
  const odd = SettingsConfig.parse({ ALERT_WEBHOOK_URL: `http://sarafa:100%@127.0.0.1:${port}/200` });
  expect(await new Webhook(odd, new Metrics()).send('1', {})).toBe('sent');
  expect(asked.at(-2)).toBe(`Basic ${Buffer.from('sarafa:p@ss').toString('base64')}`);
});

it('an alarm is signed by the secret with all that stands around it, which can’t be blank', async () => {
  const ALERT_WEBHOOK_URL = `http://127.0.0.1:${port}/200`;
  const read = (secret: string) =>
    readConfigs([{ name: 'settings', config: SettingsConfig }], { ALERT_WEBHOOK_URL, ALERT_WEBHOOK_SECRET: secret })[0];
  expect(await new Webhook(read(' key \n') as SettingsConfig, new Metrics()).send('1', {})).toBe('sent');
  expect(signatures.at(-1)).toBe(`sha256=${createHmac('sha256', ' key \n').update('{}').digest('hex')}`);
  for (const blank of [' ', '\n']) expect(() => read(blank)).toThrow('ALERT_WEBHOOK_SECRET: must not be blank');
});
