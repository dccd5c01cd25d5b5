import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpError } from '@sarafa/contracts';
import { EventStream, type SignedInCaller, until } from '@sarafa/testing';
import { harness, type Harness } from '../shared/harness.js';

const NO_SWITCHES = [null, [], {}, { $gt: 0 }, 'abc', '', -1, 0, 1.5];

describe('the site', () => {
  let w: Harness;
  let admin: SignedInCaller;
  let stream: EventStream;

  beforeAll(async () => {
    w = await harness();
    admin = await w.admin();
    stream = await EventStream.open(`${w.product.url}/boards/${(await w.shop('laxmi')).userId}/events`);
  });

  afterAll(async () => {
    stream.close();
    await w.end();
  });

  const refuses = async (path: string, body: unknown, field: string) => {
    const answer = await admin.call('put', path, body);
    expect([body, answer.status]).toEqual([body, 400]);
    expect(HttpError.parse(answer.body).details?.map((detail) => detail.path)).toContain(field);
  };
  const set = (isMaintenanceMode: unknown) => admin.call('put', '/settings/maintenance', { isMaintenanceMode });
  const told = () => stream.since(0, 'maintenance').at(-1)?.data as Record<string, unknown> | undefined;
  const shows = (expected: object) => until(() => Object.entries(expected).every(([name, value]) => told()?.[name] === value));

  it('goes under maintenance at once, and comes back with a fresh sign-in only', async () => {
    expect(await set('true')).toMatchObject({ status: 200, body: { settings: { isMaintenanceMode: true } } });
    await shows({ isMaintenanceMode: true });
    expect(await w.json('/settings/maintenance')).toEqual({ isMaintenanceMode: true });
    expect((await set(false)).status).toBe(200);
    await shows({ isMaintenanceMode: false });
  });

  it('shows or hides boards at once', async () => {
    for (const enabled of [false, true]) {
      const { status, body } = await admin.call('put', '/prices/settings/public-view-enabled', { enabled });
      expect([status, (body as { settings: object }).settings]).toEqual([200, { enabled }]);
      await shows({ enabled });
      expect(await w.json('/prices/settings/public-view-enabled')).toEqual({ enabled });
    }
  });

  it('takes switches only', async () => {
    for (const value of NO_SWITCHES) {
      await refuses('/settings/maintenance', { isMaintenanceMode: value }, 'isMaintenanceMode');
      await refuses('/prices/settings/public-view-enabled', { enabled: value }, 'enabled');
    }
    expect(await w.json('/settings/maintenance')).toEqual({ isMaintenanceMode: false });
  });

  it.each(['/tv/', '/TV', '/Tv/'])('leads a TV whose address was typed as %s to the right one', async (typed) => {
    const headers = { accept: 'text/html' };
    const other = await w.get(`${typed}?from=box`, { headers, redirect: 'manual' });
    expect([other.status, other.headers.get('location')]).toEqual([302, '/tv?from=box']);
    expect((await w.get('/tv?from=box', { headers })).status).toBe(200);
  });

  it('answers what an address takes to whom asks otherwise', async () => {
    const answer = await admin.call('delete', '/settings/maintenance');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT']);
  });
});
