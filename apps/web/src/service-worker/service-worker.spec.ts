import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

/** What the build writes into the worker. */
const PRECACHED = {
  release: 'aaa',
  shellCachePrefix: 'sarafa-board-',
  spareCachePrefix: 'sarafa-spare-',
  releasesCache: 'sarafa-releases',
  mediaCache: 'sarafa-media',
  adsCachePrefix: 'sarafa-ads-',
  entry: 'assets/board.js',
  files: ['/assets/board.js'],
  onUse: {},
};
const ORIGIN = 'http://127.0.0.1';
const HTML = '<meta name="release" content="aaa" /><script src="/assets/board.js"></script>';
const PORTAL = '<script src="/assets/portal-a.js"></script>';
const TYPES = { '/assets/board.js': 'text/javascript', '/media/logos/a.webp': 'image/webp', '/media/ads/b.mp4': 'video/mp4' };

type Fault = 'rejects' | 'never answers';
type Method = keyof CacheStorage | keyof Cache | 'claim' | 'matchAll' | 'navigate';

const never = new Promise<never>(() => undefined);
let faults: Map<Method | 'all', Fault>;
/** What the caches keep, by their names and the files' paths. */
let kept: Map<string, Map<string, Response>>;
let isCut: boolean;
/** No answer comes, and no failure either, as where a router drops what it gets. */
let isDead: boolean;
/** A network that first asks for a sign-in answers each address with a page of its own. */
let isCaptive: boolean;
/** What the network has at a path, in place of what it has by default. */
let served: Map<string, () => Response | Promise<Response>>;

async function storage<T>(method: Method, act: () => T): Promise<T> {
  const fault = faults.get(method) ?? faults.get('all');
  if (fault === 'rejects') throw new DOMException('no', 'QuotaExceededError');
  return fault ? never : act();
}

/** Workbox asks whether what it is given is one. */
class FetchEvent {}

/** A request for an address of this origin. */
class Asked extends Request {
  constructor(path: RequestInfo | URL, init?: RequestInit) {
    super(path instanceof Request ? path : new URL(String(path), ORIGIN), init);
  }
}

const pathOf = (request: RequestInfo | URL) =>
  new URL(request instanceof Request ? request.url : String(request), ORIGIN).pathname;

function cacheNamed(name: string): Partial<Cache> {
  const files = kept.get(name)!;
  return {
    match: (request) => storage('match', () => files.get(pathOf(request))?.clone()),
    put: (request, response) => storage('put', () => void files.set(pathOf(request), response)),
    keys: () => storage('keys', () => [...files.keys()].map((path) => new Request(ORIGIN + path))),
    delete: (request) => storage('delete', () => files.delete(pathOf(request))),
  };
}

const caches = {
  open: (name: string) =>
    storage('open', () => {
      if (!kept.has(name)) kept.set(name, new Map());
      return cacheNamed(name);
    }),
  match: (request: Request, { cacheName = '' }) => storage('match', () => kept.get(cacheName)?.get(pathOf(request))?.clone()),
  keys: () => storage('keys', () => [...kept.keys()]),
  has: (name: string) => storage('has', () => kept.has(name)),
  delete: (name: string) => storage('delete', () => kept.delete(name)),
};

const windows = [
  {
    url: `${ORIGIN}/public-view/shop`,
    navigate: () => storage('navigate', () => null),
    postMessage: () => undefined,
    focus: jest.fn(() => new Promise((done) => setTimeout(() => done({}), 1_000))),
  },
];
const clients = {
  claim: () => storage('claim', () => undefined),
  matchAll: () => storage('matchAll', () => windows),
  openWindow: jest.fn(async () => null),
};

async function network(request: RequestInfo | URL): Promise<Response> {
  if (isDead) return never;
  if (isCut) throw new TypeError('Failed to fetch');
  const path = pathOf(request);
  if (served.has(path)) return served.get(path)!();
  const type = TYPES[path as keyof typeof TYPES] ?? 'text/html';
  const page = isCaptive ? 'Please sign in' : path.startsWith('/user-dashboard') ? `${PORTAL} network` : HTML;
  return new Response(type === 'text/html' ? page : `network ${path}`, { headers: { 'content-type': type } });
}

/** A worker that has just started. */
async function newWorker(): Promise<(type: string, event?: object) => Promise<unknown>> {
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    location: new URL(ORIGIN),
    registration: { scope: ORIGIN },
    skipWaiting: () => Promise.resolve(),
    clients,
    caches,
  };
  // A database whose opening is never over. Workbox awaits nothing of it, and leaves an opening that fails unhandled.
  const indexedDB = { open: () => new EventTarget() };
  const globals = {
    self,
    caches,
    indexedDB,
    IDBRequest: EventTarget,
    location: self.location,
    registration: self.registration,
    FetchEvent,
  };
  Object.assign(globalThis, globals, { __PRECACHE__: PRECACHED, fetch: network, Request: Asked });
  // As the build does.
  (globalThis as unknown as { process: { env: Record<string, string> } }).process.env.NODE_ENV = 'production';
  jest.resetModules();
  await import('./service-worker.js');
  return (type, event = {}) =>
    new Promise((resolve, reject) => {
      const works: Promise<unknown>[] = [];
      listeners.get(type)!({
        waitUntil: (work: Promise<unknown>) => {
          work.catch(() => undefined);
          works.push(work);
        },
        respondWith: (answer: Promise<unknown>) => answer.then(resolve, reject),
        ...event,
      });
      if (type !== 'fetch') Promise.all(works).then(resolve, reject);
    });
}

/** How a request of a page looks to the worker; Node's requests have neither a mode nor a destination. */
function asked(path: string, { mode = 'cors', destination = '', range = '' } = {}): { request: Request } {
  const request = new Request(ORIGIN + path, range ? { headers: { range } } : {});
  Object.defineProperties(request, { mode: { value: mode }, destination: { value: destination } });
  return { request };
}

const REQUESTS = {
  'a board': () => asked('/public-view/shop', { mode: 'navigate' }),
  'a script': () => asked('/assets/board.js'),
  'a dashboard': () => asked('/user-dashboard/shop', { mode: 'navigate' }),
  'a picture': () => asked('/media/logos/a.webp', { destination: 'image' }),
  'an ad': () => asked('/media/ads/b.mp4'),
  'a part of an ad': () => asked('/media/ads/b.mp4', { range: 'bytes=0-3' }),
};
const METHODS: (Method | 'all')[] = ['open', 'keys', 'has', 'match', 'put', 'delete', 'claim', 'matchAll', 'all'];

const STEP_MS = 500;
const { setImmediate: nextTurn } = globalThis as unknown as { setImmediate(done: () => void): void };
const turnOfNode = () => new Promise<void>((done) => nextTurn(done));

/** What `work` results in within some seconds. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | 'nothing'> {
  let outcome: T | 'nothing' = 'nothing';
  work.then(
    (value) => (outcome = value),
    (error: unknown) => (outcome = `failed: ${String(error)}` as T),
  );
  let left = ms;
  do {
    await jest.advanceTimersByTimeAsync(Math.min(left, STEP_MS));
    // Node reads a part of a file in turns of its own, which no clock moves.
    for (let turn = 0; turn < 5; turn++) await turnOfNode();
    left -= STEP_MS;
  } while (left > 0);
  return outcome;
}

const textOf = async (answer: unknown) => (answer instanceof Response ? answer.text() : answer);

beforeEach(() => {
  jest.useFakeTimers();
  [faults, kept, served, isCut, isDead, isCaptive] = [new Map(), new Map(), new Map(), false, false, false];
  windows[0]!.focus.mockClear();
  clients.openWindow.mockClear();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A release that is on the device as a whole, and one before it that has proven itself. */
function fillCaches(): void {
  const json = { headers: { 'content-type': 'application/json' } };
  const script = { headers: { 'content-type': 'text/javascript' } };
  const state = { installed: 'aaa', accepted: 'bbb', triedAt: null, failedAt: null, failures: {} };
  kept.set('sarafa-releases', new Map([['/release-state', new Response(JSON.stringify(state), json)]]));
  for (const release of ['aaa', 'bbb']) {
    const page = new Response(HTML.replace('aaa', release), { headers: { 'content-type': 'text/html' } });
    const files = new Map([
      ['/public-view/board', page],
      ['/assets/board.js', new Response(`kept by ${release}`, script)],
    ]);
    kept.set(`sarafa-board-${release}`, files);
  }
  const [picture, film] = ['image/webp', 'video/mp4'].map(
    (type) => new Response('kept', { headers: { 'content-type': type } }),
  );
  kept.set('sarafa-media', new Map([['/media/logos/a.webp', picture!]]));
  kept.set('sarafa-ads-shop', new Map([['/media/ads/b.mp4', film!]]));
  const dashboard = new Response(`${PORTAL} kept`, { headers: { 'content-type': 'text/html' } });
  const [entry, part] = ['kept entry', 'kept part'].map((text) => new Response(text, script));
  kept.set(
    'sarafa-portal',
    new Map([
      ['/user-dashboard', dashboard],
      ['/assets/portal-a.js', entry!],
      ['/assets/portal-shop-a.js', part!],
    ]),
  );
}

it.each(['/tv/', '/TV', '/Tv/'])('leads a TV whose address was typed as %s to the one that is kept', async (path) => {
  const answer = (await (await newWorker())('fetch', asked(`${path}?from=box`, { mode: 'navigate' }))) as Response;
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `${ORIGIN}/tv?from=box`]);
});

describe.each(METHODS)('where %s of the storage', (method) => {
  it.each(['rejects', 'never answers'] as const)('%s, everything comes by the network', async (fault) => {
    fillCaches();
    faults.set(method, fault);
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
    isCut = true;
    const worker = await newWorker();
    expect(await textOf(await within(worker('fetch', request()), 0))).toMatch(/kept|<meta/);
  });
});

describe('the portal', () => {
  const opened = async (ms: number, path = '/user-dashboard') =>
    textOf(await within((await newWorker())('fetch', asked(path, { mode: 'navigate' })), ms));

  it('is of the server, at each of its addresses, as long as the server answers', async () => {
    fillCaches();
    expect(await opened(0)).toBe(`${PORTAL} network`);
  });

  it.each(['/user-dashboard?to=hold', '/user-dashboard/shop/estimate', '/login', '/admin/screens', '/screens/claim'])(
    'is the kept one at %s where there is no network',
    async (path) => {
      fillCaches();
      isCut = true;
      expect(await opened(0, path)).toBe(`${PORTAL} kept`);
    },
  );

  it('is the kept one after some seconds of silence, and at once where another server has answered', async () => {
    fillCaches();
    isDead = true;
    expect(await opened(3_500)).toBe('nothing');
    expect(await opened(4_500)).toBe(`${PORTAL} kept`);
    [isDead, isCaptive] = [false, true];
    expect(await opened(0)).toBe(`${PORTAL} kept`);
  });

  it('is whatever the network answers where none is kept', async () => {
    isCaptive = true;
    expect(await opened(0)).toBe('Please sign in');
    isCut = true;
    expect(await opened(0)).toMatch(/^failed/);
    expect(kept.has('sarafa-portal')).toBe(false);
  });

  describe('of another release', () => {
    const OTHER = PORTAL.replace('-a', '-b');
    const file = (type: string, body: BodyInit = '') => new Response(body, { headers: { 'content-type': type } });
    const half = () => new ReadableStream({ start: (body) => body.error(new TypeError()) });
    const openedWith = (entry: () => Response | Promise<Response>, ms: number) => {
      served.set('/user-dashboard', () => file('text/html', OTHER)).set('/assets/portal-b.js', entry);
      return opened(ms);
    };
    it.each([
      ['is refused', () => new Response('', { status: 502 })],
      ['is a page that asks for a sign-in', () => file('text/html')],
      ['is cut off half-way', () => file('text/javascript', half())],
      ['never comes', () => never],
    ])('gives way to the one that is kept whole where a file of it %s', async (_, entry) => {
      fillCaches();
      expect(await openedWith(() => file('text/javascript'), 0)).toBe(OTHER);
      expect(await openedWith(entry, 4_500)).toBe(`${PORTAL} kept`);
      // Nobody waits where there is no better one.
      kept.get('sarafa-portal')!.delete('/assets/portal-a.js');
      expect(await openedWith(entry, 0)).toBe(OTHER);
    });
  });

  it('has the files that were kept with it', async () => {
    fillCaches();
    isCut = true;
    const worker = await newWorker();
    expect(await textOf(await within(worker('fetch', asked('/assets/portal-shop-a.js')), 0))).toBe('kept part');
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
      [isCut, isDead] = [state === 'cut', state === 'dead'];
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
      const isFull = () => [...kept.keys()].some((name) => name.startsWith(PRECACHED.adsCachePrefix));
      const put: Cache['put'] = async (...args) => {
        if (isFull()) throw new DOMException('full', 'QuotaExceededError');
        await files.put!(...args);
      };
      return { ...files, put };
    };
    expect(await textOf(await within(worker('fetch', REQUESTS['a board']()), 7_000))).toContain('content="aaa"');
    const state = JSON.parse(await kept.get('sarafa-releases')!.get('/release-state')!.clone().text());
    expect(state.triedAt).not.toBeNull();
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
    const state = JSON.parse(await kept.get('sarafa-releases')!.get('/release-state')!.clone().text());
    expect(state).toEqual({ installed: 'aaa', accepted: 'bbb', triedAt: null, failedAt: null, failures: {} });
  }
});
