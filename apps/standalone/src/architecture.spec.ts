import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import * as contracts from '@sarafa/contracts';
import { authApp } from '@sarafa/auth';
import { mediaApp } from '@sarafa/media';
import { pricingApp } from '@sarafa/pricing';
import { handledSubjects, type ServiceApp, newAppContext } from '@sarafa/server';
import { settingsApp } from '@sarafa/settings';
import { usersApp } from '@sarafa/users';

const services = [usersApp, authApp, pricingApp, mediaApp, settingsApp] as ServiceApp<unknown>[];

/** Every value that the contracts export and that has these fields, also those inside of groups such as `users`. */
function contractsWith<T extends object>(...fields: (keyof T & string)[]): T[] {
  const values: unknown[] = Object.values(contracts);
  const groups = values.filter((value): value is object => typeof value === 'object' && value !== null);
  const all = [...groups, ...groups.flatMap((group) => Object.values(group) as unknown[])];
  const has = (value: unknown): value is T =>
    typeof value === 'object' && value !== null && fields.every((field) => field in value);
  return [...new Set(all.filter(has))];
}

describe('the architecture', () => {
  it('has every rpc of the contracts handled exactly once, and no other', () => {
    const handled = services.flatMap(({ module, config }) =>
      handledSubjects(module(config.parse({ MASTER_KEY: Buffer.alloc(32).toString('base64') }), newAppContext())),
    );
    const asked = contractsWith<contracts.Rpc>('subject', 'input', 'output').map(({ subject }) => subject);
    expect(handled.sort()).toEqual(asked.sort());
  });

  it('has one key for one slice', () => {
    const stateKeys = contractsWith<contracts.StateKey>('bucket', 'value', 'key');
    const keys = stateKeys.map(({ bucket, key }) => `${bucket}/${key('*')}`);
    expect(stateKeys.length).toBeGreaterThanOrEqual(10);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
