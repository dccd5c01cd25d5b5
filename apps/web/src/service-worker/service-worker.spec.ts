import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  asked,
  caches,
  clients,
  device,
  fillCaches,
  METHODS,
  ORIGIN,
  PRECACHED,
  REQUESTS,
  startWorker,
  textOf,
  windows,
  within,
} from '../testing/worker-device.js';

const newWorker = () => startWorker(() => import('./service-worker.js'));

it.each(['/tv/', '/TV', '/Tv/'])('leads a TV whose address was typed as %s to the one that is kept', async (path) => {
  const answer = (await (await newWorker())('fetch', asked(`${path}?from=box`, { mode: 'navigate' }))) as Response;
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `${ORIGIN}/tv?from=box`]);
});

describe.each(METHODS)('where %s of the storage', (method) => {
  it.each(['rejects', 'never answers'] as const)('%s, everything comes by the network', async (fault) => {
    fillCaches();
    device.faults.set(method, fault);
    const worker = await newWorker();
    expect(await within(worker('activate'), 7_000)).not.toBe('nothing');
    for (const [name, request] of Object.entries(REQUESTS)) {
      const answer = await within(worker('fetch', request()), 7_000);
      expect([name, answer instanceof Response ? answer.ok : answer]).toEqual([name, true]);
      const text = await textOf(answer);
      if (name === 'a board') expect(text).toContain('<meta name="release"');
      else expect(text).toMatch(/^(network|kept)|network$/);
    }
  });
});

describe('a storage that works', () => {
  it.each(Object.entries(REQUESTS))('has %s where there is no network', async (_, request) => {
    fillCaches();
    device.isCut = true;
    const worker = await newWorker();
    expect(await textOf(await within(worker('fetch', request()), 0))).toMatch(/kept|<meta/);
  });
});

it('keeps a newer release that was installed before this one has shown a rate', async () => {
  fillCaches();
  const worker = await newWorker();
  const state = JSON.stringify({ installed: 'ccc', accepted: 'bbb' });
  device.kept.get('sarafa-releases')!.set('/release-state', new Response(state));
  const newer = PRECACHED.shellCachePrefix + 'ccc';
  device.kept.set(newer, new Map());
  await worker('message', { data: { type: 'board-shows', release: 'aaa', shows: 'rates', shop: 'shop' } });
  const shells = [...device.kept.keys()].filter((name) => name.startsWith(PRECACHED.shellCachePrefix));
  expect(shells).toEqual([PRECACHED.shellCachePrefix + 'aaa', newer]);
});

describe('a new release whose page has shown kept rates alone for a minute', () => {
  const json = { 'content-type': 'application/json' };

  it.each([
    ['is to blame where the server has rates', new Response('{}', { headers: json }), { aaa: 1 }],
    ['is not where it has none', new Response('{}', { headers: json, status: 404 }), {}],
    ['is not where the network asks for a sign-in', new Response('', { headers: { 'content-type': 'text/html' } }), {}],
  ])('%s', async (_, answer, failures) => {
    jest.spyOn(console, 'warn').mockReturnValue();
    fillCaches();
    device.served.set('/prices/user/shop', () => answer);
    const worker = await newWorker();
    expect(await textOf(await within(worker('fetch', REQUESTS['a board']()), 0))).toContain('content="aaa"');
    await worker('message', { data: { type: 'board-shows', release: 'aaa', shows: 'kept', shop: 'shop' } });
    await jest.advanceTimersByTimeAsync(61_000);
    const state = JSON.parse(await device.kept.get('sarafa-releases')!.get('/release-state')!.clone().text());
    expect([state.accepted, state.triedAt, state.failures]).toEqual(['bbb', null, failures]);
  });
});

describe("a page of a network that asks for a sign-in, which the browser has cached in a file's place,", () => {
  it.each(['a script', 'a picture', 'an ad'] as const)('does not stay where %s was', async (name) => {
    const { request } = REQUESTS[name]();
    const type = { 'a script': 'text/javascript', 'a picture': 'image/webp', 'an ad': 'video/mp4' }[name];
    device.served.set(new URL(request.url).pathname, (how) =>
      how === 'reload'
        ? new Response('the file', { headers: { 'content-type': type } })
        : new Response('Please sign in', { headers: { 'content-type': 'text/html' } }),
    );
    const worker = await newWorker();
    expect(await textOf(await within(worker('fetch', REQUESTS[name]()), 0))).toBe('the file');
  });

  it('frees the connection of an answer that never begins', async () => {
    device.isDead = true;
    const worker = await newWorker();
    expect(await within(worker('fetch', REQUESTS['an ad']()), 61_000)).toMatchObject({ type: 'error' });
  });
});

describe('a storage that is only slow', () => {
  const { open, match } = caches;
  const { matchAll } = clients;
  const after = <T>(ms: number, act: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => setTimeout(() => void act().then(resolve, reject), ms));
  const slowly = (ms = 4_000) => {
    caches.open = (cache) => after(ms, () => open(cache));
    caches.match = (...args) => after(ms, () => match(...args));
  };

  afterEach(() => {
    Object.assign(caches, { open, match });
    Object.assign(clients, { matchAll });
  });

  describe.each(['cut', 'dead'] as const)('and a %s network', (state) => {
    it.each(Object.keys(REQUESTS) as (keyof typeof REQUESTS)[])('bring %s', async (name) => {
      fillCaches();
      const worker = await newWorker();
      [device.isCut, device.isDead] = [state === 'cut', state === 'dead'];
      slowly();
      const answer = await within(worker('fetch', REQUESTS[name]()), 60_000);
      expect([answer instanceof Response && answer.ok, await textOf(answer)]).toEqual([
        true,
        expect.stringMatching(/kept|<meta/),
      ]);
    });
  });

  // Too slow to say which release is to be shown, or only to note the trial of a new one.
  it.each([4_000, 1_900])('tries no new release where the page has come by the network meanwhile (%i ms)', async (ms) => {
    fillCaches();
    const worker = await newWorker();
    slowly(ms);
    expect(await textOf(await within(worker('fetch', REQUESTS['a board']()), 7_000))).toContain('<meta');
    await expectNoTrial();
  });

  it('makes room for the note of a trial by letting go of ads', async () => {
    fillCaches();
    const worker = await newWorker();
    caches.open = async (cache) => {
      const files = await open(cache);
      const isFull = () => [...device.kept.keys()].some((name) => name.startsWith(PRECACHED.adsCachePrefix));
      const put: Cache['put'] = async (...args) => {
        if (isFull()) throw new DOMException('full', 'QuotaExceededError');
        await files.put!(...args);
      };
      return { ...files, put };
    };
    expect(await textOf(await within(worker('fetch', REQUESTS['a board']()), 7_000))).toContain('content="aaa"');
    const state = JSON.parse(await device.kept.get('sarafa-releases')!.get('/release-state')!.clone().text());
    expect(state.triedAt).not.toBeNull();
  });

  it('ends the trial of a release that shows nothing, though it has become slow since', async () => {
    jest.spyOn(console, 'warn').mockReturnValue();
    fillCaches();
    const worker = await newWorker();
    expect(await textOf(await within(worker('fetch', REQUESTS['a board']()), 0))).toContain('content="aaa"');
    slowly();
    await jest.advanceTimersByTimeAsync(80_000);
    const state = JSON.parse(await device.kept.get('sarafa-releases')!.get('/release-state')!.clone().text());
    expect([state.accepted, state.triedAt, state.failures]).toEqual(['bbb', null, { aaa: 1 }]);
  });

  it('leaves no note of a trial that came too late for it to begin', async () => {
    fillCaches();
    const worker = await newWorker();
    caches.open = async (cache) => {
      const files = await open(cache);
      return { ...files, put: (...args) => after(4_000, () => files.put!(...args)) };
    };
    expect(await textOf(await within(worker('fetch', REQUESTS['a board']()), 7_000))).toContain('<meta');
    await expectNoTrial();
  });

  it('opens no second dashboard where the one that is open comes to the front', async () => {
    fillCaches();
    const worker = await newWorker();
    slowly();
    await within(worker('fetch', REQUESTS['a script']()), 3_500);
    clients.matchAll = () => after(1_000, matchAll);
    await within(worker('notificationclick', { notification: { close: () => undefined, data: '/public-view/shop' } }), 3_000);
    expect([windows[0]!.focus.mock.calls.length, clients.openWindow.mock.calls.length]).toEqual([1, 0]);
  });

  async function expectNoTrial(): Promise<void> {
    await jest.advanceTimersByTimeAsync(120_000);
    const state = JSON.parse(await device.kept.get('sarafa-releases')!.get('/release-state')!.clone().text());
    expect(state).toEqual({ installed: 'aaa', accepted: 'bbb', triedAt: null, failedAt: null, failures: {} });
  }
});
