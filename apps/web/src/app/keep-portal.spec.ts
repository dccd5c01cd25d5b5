/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { keepPortal } from './keep-portal.js';

const QUIET_MS = 2_000;
const page = (release: string) => `<head><script src="/assets/portal-${release}.js"></script></head>`;

/** What the cache has, by paths. */
let kept: Map<string, string>;
/** What the server answers, by paths. */
let served: Record<string, { readonly type?: string; readonly text: string }>;
const register = jest.fn(async () => ({}));
let end: () => void;
let load: (...paths: string[]) => void;

const asText = (text: string, type: string) => ({
  ok: true,
  headers: new Headers({ 'content-type': type }),
  text: async () => text,
  clone: () => asText(text, type),
});
const cache = {
  match: async (path: string) => (kept.has(path) ? asText(kept.get(path)!, '') : undefined),
  put: async (path: string, answer: Response) => void kept.set(path, await answer.text()),
  keys: async () => [...kept.keys()].map((path) => ({ url: location.origin + path })),
  delete: async ({ url }: Request) => kept.delete(new URL(url).pathname),
};

beforeEach(() => {
  jest.useFakeTimers();
  register.mockClear();
  kept = new Map();
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { register, getRegistration: async () => undefined },
    configurable: true,
  });
  Object.assign(globalThis, {
    caches: { open: async () => cache },
    fetch: async (path: string) => {
      const { type = 'text/javascript', text } = served[path] ?? { type: 'text/html', text: 'not found' };
      return asText(text, type);
    },
    PerformanceObserver: class {
      constructor(tell: (list: { getEntries: () => { name: string }[] }) => void) {
        load = (...paths) => tell({ getEntries: () => paths.map((path) => ({ name: location.origin + path })) });
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  });
  opens('a');
});
afterEach(() => {
  end();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  jest.useRealTimers();
});

/** The page of this release is open, and the server has the release. */
function opens(release: string): void {
  document.head.innerHTML = `<script src="/assets/portal-${release}.js"></script>`;
  served = {
    '/user-dashboard': { type: 'text/html', text: page(release) },
    [`/assets/portal-${release}.js`]: { text: release },
    [`/assets/shop-${release}.js`]: { text: release },
  };
}
const loads = async (...paths: string[]) => {
  load(...paths);
  await jest.advanceTimersByTimeAsync(QUIET_MS);
};

it('keeps the page with what it loads, the page last; and what it loads later', async () => {
  end = keepPortal('user');
  await loads('/assets/portal-a.js', '/assets/background.webm', '/api/auth/me');
  expect([...kept.keys()]).toEqual(['/assets/portal-a.js', '/user-dashboard']);
  expect(register.mock.calls).toEqual([['/sw.js']]);
  await loads('/assets/shop-a.js');
  expect([...kept.keys()]).toEqual(['/assets/portal-a.js', '/user-dashboard', '/assets/shop-a.js']);
});

it('puts a new release in the place of the one before, with all of its files or not at all', async () => {
  end = keepPortal('user');
  await loads('/assets/portal-a.js');
  end();
  opens('b');
  const { '/assets/shop-b.js': part, ...lacking } = served;
  served = lacking;
  end = keepPortal('user');
  await loads('/assets/portal-b.js', '/assets/shop-b.js');
  expect(kept.get('/user-dashboard')).toBe(page('a'));
  expect(kept.has('/assets/portal-a.js')).toBe(true);
  served['/assets/shop-b.js'] = part!;
  await jest.advanceTimersByTimeAsync(10 * 60_000);
  expect([...kept.keys()].sort()).toEqual(['/assets/portal-b.js', '/assets/shop-b.js', '/user-dashboard']);
  expect(kept.get('/user-dashboard')).toBe(page('b'));
});

it.each([
  ['a replica of another release', page('b')],
  ['another server', 'Please sign in'],
])('keeps nothing while %s answers', async (_, text) => {
  served['/user-dashboard'] = { type: 'text/html', text };
  end = keepPortal('user');
  await loads('/assets/portal-a.js');
  expect([...kept.keys()]).toEqual([]);
});

it('gives an admin no worker, and keeps nothing on a device without one', async () => {
  end = keepPortal('admin');
  await loads('/assets/portal-a.js');
  expect([register.mock.calls, [...kept.keys()]]).toEqual([[], []]);
});
