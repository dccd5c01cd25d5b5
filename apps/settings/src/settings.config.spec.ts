import { describe, expect, it } from '@jest/globals';
import { readConfigs } from '@sarafa/server';
import webPush from 'web-push';
import { SettingsConfig } from './settings.config.js';

const read = (env: Record<string, string>) => readConfigs([{ name: 'settings', config: SettingsConfig }], env);

describe('the keys of Web Push in the environment', () => {
  const { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY } = webPush.generateVAPIDKeys();

  it('are a pair as it is generated, or none', () => {
    expect(read({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY })).toEqual([
      expect.objectContaining({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }),
    ]);
    expect(() => read({})).not.toThrow();
  });

  it('are refused at the start where no message could be sent with them', () => {
    expect(() => read({ VAPID_PUBLIC_KEY })).toThrow('VAPID_PRIVATE_KEY: is needed with the other half');
    const [padded, other] = [`${VAPID_PUBLIC_KEY}=`, VAPID_PUBLIC_KEY];
    expect(() => read({ VAPID_PUBLIC_KEY: padded, VAPID_PRIVATE_KEY })).toThrow('VAPID_PUBLIC_KEY: must be 65 bytes');
    expect(() => read({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: other })).toThrow('VAPID_PRIVATE_KEY: must be 32 bytes');
  });
});
