import { describe, expect, it } from '@jest/globals';
import { asked, device, fillCaches, never, PORTAL, startWorker, textOf, within } from '../testing/worker-device.js';

const newWorker = () => startWorker(() => import('./service-worker.js'));

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
      device.isCut = true;
      expect(await opened(0, path)).toBe(`${PORTAL} kept`);
    },
  );

  it('is the kept one after some seconds of silence, and at once where another server has answered', async () => {
    fillCaches();
    device.isDead = true;
    expect(await opened(3_500)).toBe('nothing');
    expect(await opened(4_500)).toBe(`${PORTAL} kept`);
    [device.isDead, device.isCaptive] = [false, true];
    expect(await opened(0)).toBe(`${PORTAL} kept`);
  });

  it('is whatever the network answers where none is kept', async () => {
    device.isCaptive = true;
    expect(await opened(0)).toBe('Please sign in');
    device.isCut = true;
    expect(await opened(0)).toMatch(/^failed/);
    expect(device.kept.has('sarafa-portal')).toBe(false);
  });

  describe('of another release', () => {
    const OTHER = PORTAL.replace('-a', '-b');
    const file = (type: string, body: BodyInit = '') => new Response(body, { headers: { 'content-type': type } });
    const half = () => new ReadableStream({ start: (body) => body.error(new TypeError()) });
    const openedWith = (entry: () => Response | Promise<Response>, ms: number) => {
      device.served.set('/user-dashboard', () => file('text/html', OTHER)).set('/assets/portal-b.js', entry);
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
      device.kept.get('sarafa-portal')!.delete('/assets/portal-a.js');
      expect(await openedWith(entry, 0)).toBe(OTHER);
    });
  });

  it('has the files that were kept with it', async () => {
    fillCaches();
    device.isCut = true;
    const worker = await newWorker();
    expect(await textOf(await within(worker('fetch', asked('/assets/portal-shop-a.js')), 0))).toBe('kept part');
  });
});
