import { afterEach, beforeEach, jest } from '@jest/globals';

/** What the build writes into the worker. */
export const PRECACHED = {
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
export const ORIGIN = 'http://127.0.0.1';
const HTML = '<meta name="release" content="aaa" /><script src="/assets/board.js"></script>';
export const PORTAL = '<script src="/assets/portal-a.js"></script>';
const TYPES = { '/assets/board.js': 'text/javascript', '/media/logos/a.webp': 'image/webp', '/media/ads/b.mp4': 'video/mp4' };

type Fault = 'rejects' | 'never answers';
export type Method = keyof CacheStorage | keyof Cache | 'claim' | 'matchAll' | 'navigate';

export const never = new Promise<never>(() => undefined);
/** What a spec can change of the device and its network. */
export const device = {
  faults: new Map<Method | 'all', Fault>(),
  /** What the caches keep, by their names and the files' paths. */
  kept: new Map<string, Map<string, Response>>(),
  isCut: false,
  /** No answer comes, and no failure either, as where a router drops what it gets. */
  isDead: false,
  /** A network that first asks for a sign-in answers each address with a page of its own. */
  isCaptive: false,
  /** What the network has at a path, in place of what it has by default. */
  served: new Map<string, (cache?: RequestCache) => Response | Promise<Response>>(),
};

async function storage<T>(method: Method, act: () => T): Promise<T> {
  const fault = device.faults.get(method) ?? device.faults.get('all');
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
  const files = device.kept.get(name)!;
  return {
    match: (request) => storage('match', () => files.get(pathOf(request))?.clone()),
    put: (request, response) => storage('put', () => void files.set(pathOf(request), response)),
    keys: () => storage('keys', () => [...files.keys()].map((path) => new Request(ORIGIN + path))),
    delete: (request) => storage('delete', () => files.delete(pathOf(request))),
  };
}

export const caches = {
  open: (name: string) =>
    storage('open', () => {
      if (!device.kept.has(name)) device.kept.set(name, new Map());
      return cacheNamed(name);
    }),
  match: (request: Request, { cacheName = '' }) =>
    storage('match', () => device.kept.get(cacheName)?.get(pathOf(request))?.clone()),
  keys: () => storage('keys', () => [...device.kept.keys()]),
  has: (name: string) => storage('has', () => device.kept.has(name)),
  delete: (name: string) => storage('delete', () => device.kept.delete(name)),
};

export const windows = [
  {
    url: `${ORIGIN}/public-view/shop`,
    navigate: () => storage('navigate', () => null),
    postMessage: () => undefined,
    focus: jest.fn(() => new Promise((done) => setTimeout(() => done({}), 1_000))),
  },
];
export const clients = {
  claim: () => storage('claim', () => undefined),
  matchAll: () => storage('matchAll', () => windows),
  openWindow: jest.fn(async () => null),
};

async function network(request: RequestInfo | URL, { cache, signal }: RequestInit = {}): Promise<Response> {
  if (device.isDead)
    return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(new DOMException('ended', 'AbortError'))));
  if (device.isCut) throw new TypeError('Failed to fetch');
  const path = pathOf(request);
  if (device.served.has(path)) return device.served.get(path)!(cache);
  const type = TYPES[path as keyof typeof TYPES] ?? 'text/html';
  const page = device.isCaptive ? 'Please sign in' : path.startsWith('/user-dashboard') ? `${PORTAL} network` : HTML;
  return new Response(type === 'text/html' ? page : `network ${path}`, { headers: { 'content-type': type } });
}

/** A worker that has just started; `load` imports its script. */
export async function startWorker(load: () => Promise<unknown>): Promise<(type: string, event?: object) => Promise<unknown>> {
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
  await load();
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
export function asked(path: string, { mode = 'cors', destination = '', range = '' } = {}): { request: Request } {
  const request = new Request(ORIGIN + path, range ? { headers: { range } } : {});
  Object.defineProperties(request, { mode: { value: mode }, destination: { value: destination } });
  return { request };
}

export const REQUESTS = {
  'a board': () => asked('/public-view/shop', { mode: 'navigate' }),
  'a script': () => asked('/assets/board.js'),
  'a dashboard': () => asked('/user-dashboard/shop', { mode: 'navigate' }),
  'a picture': () => asked('/media/logos/a.webp', { destination: 'image' }),
  'an ad': () => asked('/media/ads/b.mp4'),
  'a part of an ad': () => asked('/media/ads/b.mp4', { range: 'bytes=0-3' }),
};
export const METHODS: (Method | 'all')[] = ['open', 'keys', 'has', 'match', 'put', 'delete', 'claim', 'matchAll', 'all'];

const STEP_MS = 500;
const { setImmediate: nextTurn } = globalThis as unknown as { setImmediate(done: () => void): void };
const turnOfNode = () => new Promise<void>((done) => nextTurn(done));

/** What `work` results in within some seconds. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T | 'nothing'> {
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

export const textOf = async (answer: unknown) => (answer instanceof Response ? answer.text() : answer);

beforeEach(() => {
  jest.useFakeTimers();
  for (const map of [device.faults, device.kept, device.served]) map.clear();
  Object.assign(device, { isCut: false, isDead: false, isCaptive: false });
  windows[0]!.focus.mockClear();
  clients.openWindow.mockClear();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A release that is on the device as a whole, and one before it that has proven itself. */
export function fillCaches(): void {
  const json = { headers: { 'content-type': 'application/json' } };
  const script = { headers: { 'content-type': 'text/javascript' } };
  const state = { installed: 'aaa', accepted: 'bbb', triedAt: null, failedAt: null, failures: {} };
  device.kept.set('sarafa-releases', new Map([['/release-state', new Response(JSON.stringify(state), json)]]));
  for (const release of ['aaa', 'bbb']) {
    const page = new Response(HTML.replace('aaa', release), { headers: { 'content-type': 'text/html' } });
    const files = new Map([
      ['/public-view/board', page],
      ['/assets/board.js', new Response(`kept by ${release}`, script)],
    ]);
    device.kept.set(`sarafa-board-${release}`, files);
  }
  const [picture, film] = ['image/webp', 'video/mp4'].map(
    (type) => new Response('kept', { headers: { 'content-type': type } }),
  );
  device.kept.set('sarafa-media', new Map([['/media/logos/a.webp', picture!]]));
  device.kept.set('sarafa-ads-shop', new Map([['/media/ads/b.mp4', film!]]));
  const dashboard = new Response(`${PORTAL} kept`, { headers: { 'content-type': 'text/html' } });
  const [entry, part] = ['kept entry', 'kept part'].map((text) => new Response(text, script));
  device.kept.set(
    'sarafa-portal',
    new Map([
      ['/user-dashboard', dashboard],
      ['/assets/portal-a.js', entry!],
      ['/assets/portal-shop-a.js', part!],
    ]),
  );
}
