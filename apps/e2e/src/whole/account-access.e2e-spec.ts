import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpError, limits } from '@sarafa/contracts';
import { addShops, type Answer, caller, type Caller, setAds, signIn, signingKey, type SignedInCaller } from '@sarafa/testing';
import { decodeJwt, importJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { type HttpRoute, portalRoutes } from './http-routes.js';
import { deployed } from '../shared/deployed.js';
import { openPairing } from '../shared/tv-set.js';
import { ADMIN, harness, type Harness } from '../shared/harness.js';
import { accessTable, callers } from './access-table.js';

const PASSWORD = 'password of a shop';

/** What a caller with the right role sends; `{id}` is the id of the shop, or of the other admin. */
const BODIES: Record<string, unknown> = {
  'post /auth/login': { username: 'nobody', password: 'wrong' },
  'put /auth/password': { current_password: 'wrong', password: PASSWORD },
  'post /admin/create': {},
  'put /admin/update/{id}': {},
  'post /user/create': {},
  'put /user/update/{id}': { gold_margin: 1 },
  'put /user/{id}/subscription': { active: true },
  'put /user/mute-state/{id}': { default_mute_state: 'true' },
  'put /user/profile-settings/{id}': { silver_margin: '0.5' },
  'put /user/display-times': { price_display_time: 60 },
  'put /advertisements/toggle-ads': { ads_enabled: true },
  'put /admin/price-settings': { interval: 300_000 },
  'put /admin/dynamic-price-settings': { interval: 5 },
  'post /admin/custom-tables': {},
  'put /admin/custom-tables/{id}': { title: 'Coin' },
  'put /user/custom-tables/{id}/price': { price: '100.50' },
  'put /user/rate-rows/{userId}': { rows_mode: 'own', rows: [] },
  'post /admin/rate-lists': {},
  'put /admin/rate-lists/{id}': { name: 'List' },
  'put /user/rates/hold/{userId}': { until: null },
  'put /user/rate-list/{userId}': { name: 'Own' },
  'post /screens/claim': {},
  'post /screens/beats': {},
  'post /screens/push-subscriptions': {},
  'put /screens/{id}': { name: 'Front window' },
  'put /screens/{id}/snooze': { until: null },
  'post /screens/{id}/commands': { command: 'next' },
  'put /settings/maintenance': { isMaintenanceMode: false },
  'put /prices/settings/public-view-enabled': { enabled: 'true' },
};
/** The status of routes that don't answer a success here. */
const STATUS: Record<string, number> = {
  'post /auth/login': 401,
  'put /auth/password': 400,
  'post /admin/create': 400,
  'post /user/create': 400,
  'post /admin/custom-tables': 400,
  // Without a `rev`, since each write needs another one.
  'put /user/rate-rows/{userId}': 400,
  'post /admin/rate-lists': 400,
  'put /admin/rate-lists/{id}': 404,
  'delete /admin/rate-lists/{id}': 404,
  'get /admin/rate-lists/{id}/revisions': 404,
  'get /user/rates/history/{userId}': 400,
  'post /screens/claim': 400,
  'post /screens/beats': 400,
  'post /screens/tokens': 400,
  'post /screens/push-subscriptions': 400,
  'delete /screens/push-subscriptions/{id}': 404,
  'get /screens/pairings/{secret}': 404,
  // There is none.
  'put /screens/{id}': 404,
  'put /screens/{id}/snooze': 404,
  'post /screens/{id}/commands': 404,
  'delete /screens/{id}': 404,
  'post /admin/quarantine/{id}/release': 404,
  'post /admin/quotes/{seq}/withdraw': 404,
  'get /prices/history': 400,
  // Sent without a file here; uploads with a file have specs of their own.
  'post /advertisements/upload': 400,
  'delete /advertisements/{id}': 404,
  'delete /auth/sessions/{id}': 404,
  'post /auth/factors/totp/confirm': 400,
  'post /auth/factors/passkeys': 400,
  'delete /auth/factors/{id}': 404,
  'delete /admin/{id}/factors': 404,
};
/**
 * These would end the sessions and accounts that the other routes are tested with, so they come last or in specs of their own.
 */
const LAST = ['/auth/logout', '/auth/logout-all', '/admin/delete/{id}', '/user/delete/{id}', '/admin/price-refresh'];
/** Changing and deleting rows has a spec of its own; here only the roles are tested. */
const TABLES = /custom-tables\/\{id\}/;

/** What makes a request good enough for the question whose thing it is, which comes after the question whether it is well formed. */
const GOOD_BODIES: Record<string, unknown> = {
  'PUT /user/mute-state/{id}': { default_mute_state: true },
  'PUT /user/profile-settings/{id}': { silver_margin: 0.5 },
  'PUT /user/custom-tables/{id}/price': { price: 100.5 },
  'PUT /user/rate-rows/{userId}': { rev: 999_999, rows_mode: 'own', rows: [] },
  'PUT /user/rate-list/{userId}': { name: 'Own' },
  'PUT /user/rates/hold/{userId}': { until: null },
  'PUT /screens/{id}': { name: 'Window' },
  'PUT /screens/{id}/snooze': { until: null },
  'POST /screens/{id}/commands': { command: 'next' },
};
const QUERIES: Record<string, string> = {
  'GET /screens/alarms': '?userId={shop}',
  'GET /auth/sessions': '?userId={shop}',
  'GET /user/rates/history/{userId}': '?row=gold_24k&span=day',
};
/** The usernames of the table's callers. */
const NAMES: Record<string, string> = {
  ...{ shop: 'shop', other: 'other-shop' },
  ...{ viewer: 'table-viewer', operator: 'table-operator', owner: 'table-owner', stale: 'table-stale' },
};
const rank = (cell: string) => Number(cell === 'yes');
const ENDS_SESSIONS = ['POST /auth/logout-all', 'POST /auth/logout'];

describe('an account route', () => {
  let w: Harness;
  const who = {} as Record<'admin' | 'shop' | 'other shop', SignedInCaller> & Record<string, Caller>;
  let otherAdmin: string;
  /** With a good token whose sign-in was more than five minutes ago. */
  let staleAdmin: Caller;
  /** A token with these claims, signed with the product's own key. */
  let signed: (over?: object) => Promise<string>;
  /** The table's callers, and the things of `shop` that the table's addresses name. */
  const at: Record<string, Caller> = {};
  const things = { table: '', screen: '', ad: 'b'.repeat(24) };

  beforeAll(async () => {
    w = await harness();
    const admin = await w.admin();
    const create = async (path: string, username: string) => {
      const { body } = await admin.call('post', path, { username, password: PASSWORD });
      return Object.values(body as Record<string, { id: string }>)[1]!.id;
    };
    for (const username of ['shop', 'other-shop']) await create('/user/create', username);
    otherAdmin = await create('/admin/create', 'second-admin');
    who.admin = admin;
    who.shop = await signIn(w.product.url, 'shop', PASSWORD);
    await admin.call('put', `/user/update/${who.shop.userId}`, { may_set_list: true });
    const prices = [{ metal: 'gold', fineness: 916, sell: 14_415 }];
    await who.shop.call('put', `/user/rate-list/${who.shop.userId}`, { prices });
    who['other shop'] = await signIn(w.product.url, 'other-shop', PASSWORD);
    who['no token'] = caller(w.product.url);
    for (const name of ['viewer', 'operator', 'owner', 'stale']) {
      const admin_role = name === 'stale' ? 'owner' : name;
      await admin.call('post', '/admin/create', { username: NAMES[name], password: PASSWORD, admin_role });
    }
    const row = await admin.call('post', '/admin/custom-tables', { title: 'Coin', userId: who.shop.userId, price: 100 });
    things.table = (row.body as { customTable: { id: string } }).customTable.id;
    const { code } = await openPairing(w.product.url);
    const claimed = await who.shop.call('post', '/screens/claim', { code, name: 'Window' });
    things.screen = (claimed.body as { screen: { id: string } }).screen.id;
    await setAds(w.db, who.shop.userId, [{ id: things.ad, path: '/media/ads/none/image.webp', name: 'none.webp' }]);
    for (const [name, token] of Object.entries(await badTokens())) who[name] = caller(w.product.url, token);
    at.nobody = who['no token'];
    for (const name of Object.keys(NAMES)) at[name] = await signedIn(name);
    const { token } = await signIn(w.product.url, NAMES.owner!, PASSWORD);
    at.ended = caller(w.product.url, token);
    expect((await at.ended.call('post', '/auth/logout')).status).toBe(200);
  });

  afterAll(() => w.end());

  /** One of the table's callers with a new session; that of `stale` is as old as one that isn't fresh. */
  async function signedIn(name: string): Promise<Caller> {
    const session = await signIn(w.product.url, NAMES[name]!, PASSWORD);
    if (name !== 'stale') return session;
    const claims = decodeJwt(session.token);
    return caller(w.product.url, await signed({ ...claims, iat: claims.iat! - limits.freshSignInMs / 1_000 - 1 }));
  }

  /** Tokens that are signed with the product's own key, each with one fault; that of the stale admin has none. */
  async function badTokens(): Promise<Record<string, string>> {
    const { kid, jwk } = await signingKey(w.db, 'ring', deployed?.masterKey);
    const key = await importJWK(jwk, 'ES256');
    const screens = await signingKey(w.db, 'screens', deployed?.masterKey);
    const { d: _, ...publicHalf } = jwk;
    const now = Math.floor(Date.now() / 1_000);
    const claims = (over: object = {}) =>
      new SignJWT({ sub: who.admin.userId, role: 'admin', ver: 1, iss: 'sarafa', iat: now - 100, exp: now + 100, ...over });
    signed = (over?: object) => claims(over).setProtectedHeader({ alg: 'ES256', kid }).sign(key);
    const stranger = await importJWK({ ...jwk, ...(await strangerKey()) }, 'ES256');
    staleAdmin = caller(w.product.url, await signed({ iat: now - limits.freshSignInMs / 1_000 - 1 }));
    const [head, , signature] = (await signed()).split('.');
    return {
      garbage: 'garbage',
      'an expired token': await signed({ exp: now - 1 }),
      'a token of another version': await signed({ ver: 2 }),
      'a token of another issuer': await signed({ iss: 'somebody' }),
      'a token of an unknown account': await signed({ sub: 'a'.repeat(24) }),
      'a shop that calls itself an admin': await signed({ sub: who.shop.userId }),
      'a token of another key': await claims().setProtectedHeader({ alg: 'ES256', kid }).sign(stranger),
      'a token of a key of screens': await claims()
        .setProtectedHeader({ alg: 'ES256', kid: screens.kid })
        .sign(await importJWK(screens.jwk, 'ES256')),
      'a token of an unknown key': await claims().setProtectedHeader({ alg: 'ES256', kid: 'x' }).sign(key),
      'a token without a signature': new UnsecuredJWT({ sub: who.admin.userId, role: 'admin', ver: 1 })
        .setIssuer('sarafa')
        .encode(),
      'a token signed with the public key as a secret': await claims()
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(new TextEncoder().encode(JSON.stringify(publicHalf))),
      'a token with other claims': [head, Buffer.from('{"role":"admin"}').toString('base64url'), signature].join('.'),
    };
  }

  const idOf = ({ path }: HttpRoute) => (/^\/admin\/(update|delete)/.test(path) ? otherAdmin : who.shop.userId);
  const ask = (name: string, route: HttpRoute, base = '') =>
    who[name]!.call(
      route.method,
      base + route.path.replace(/\{(id|userId)\}/, idOf(route)).replace('{seq}', '999999'),
      BODIES[`${route.method} ${route.path}`],
    );
  /** The address for the table's callers: that of a thing of `shop`, or of nothing where anybody else might be harmed. */
  const pathOf = (route: string, path: string) => {
    const ofShop = /\{userId\}|mute-state|profile-settings/.test(path) ? who.shop.userId : undefined;
    const thing = route.startsWith('DELETE /advertisements')
      ? things.ad
      : /^\/user\/custom-tables\/\{id\}\/price|^\/screens\/\{id\}/.exec(path) &&
        (path.startsWith('/screens') ? things.screen : things.table);
    const named = path.replace(/\{(id|userId)\}/, ofShop ?? (thing || 'no-id')).replace(/\{\w+\}/, 'none');
    return named + (QUERIES[route]?.replace('{shop}', who.shop.userId) ?? '');
  };
  /** What a caller whose role is too low must not be told: most bodies are wrong, so that a change fails wherever it is allowed. */
  const bodyOf = (route: string) =>
    /^(GET|DELETE)/.test(route) ? undefined : (GOOD_BODIES[route] ?? { [route]: 'nothing that anybody asks for' });
  const code = ({ body }: Answer) => HttpError.parse(body).code;

  const isPublic = ({ access }: HttpRoute) => access.includes('public');
  const named = (found: HttpRoute[]) => found.map((route): [string, HttpRoute] => [`${route.method} ${route.path}`, route]);
  const guarded = named(portalRoutes.filter((route) => !isPublic(route)));

  it.each(guarded)('%s is nobody’s without a token that counts', async (_, route) => {
    const outsiders = Object.keys(who).filter((name) => !['admin', 'shop', 'other shop'].includes(name));
    expect(outsiders.length).toBeGreaterThan(10);
    for (const name of outsiders) {
      const answer = await ask(name, route);
      expect([name, answer.status, code(answer)]).toEqual([name, 401, 'UNAUTHENTICATED']);
    }
  });

  describe.each(['', '/api'])('below "%s"', (base) => {
    it.each(named(portalRoutes.filter(({ path }) => !LAST.includes(path) && !TABLES.test(path))))(
      '%s serves whom it is for',
      async (name, route) => {
        const insiders = route.access.map((role) => ({ admin: 'admin', user: 'shop', public: 'no token' })[role]);
        for (const insider of insiders) {
          const answer = await ask(insider, route, base);
          const expected = STATUS[name] ?? route.status;
          expect([insider, answer.status, answer.body]).toEqual([insider, expected, expect.anything()]);
          // The answer has no field that the contract lacks.
          if (expected < 300) expect(route.answer.parse(answer.body)).toEqual(answer.body);
        }
      },
    );
  });

  it.each(named(portalRoutes.filter(isPublic)))('%s ignores a bad token', async (_, route) => {
    const [without, bad] = [await ask('no token', route), await ask('garbage', route)];
    expect(bad.status).toBe(without.status);
  });

  it.each(guarded.filter(([, { path }]) => path.includes('{id}')))('%s says what is wrong with an id', async (_, route) => {
    const insider = route.access[0] === 'admin' ? who.admin : who.shop;
    const body = BODIES[`${route.method} ${route.path}`];
    const at = (id: string) => insider.call(route.method, route.path.replace('{id}', id), body);
    for (const id of ['1', '%7B%22$ne%22:null%7D', '__proto__', 'F'.repeat(24)]) {
      const answer = await at(id);
      expect([id, answer.status]).toEqual([id, 400]);
      expect(HttpError.parse(answer.body).details?.[0]?.path).toBe('id');
    }
    expect((await at('a'.repeat(24))).status).toBe(404);
  });

  describe('with an older sign-in', () => {
    const stale = (method: string, path: string, body?: object) => staleAdmin.call(method, path, body);
    const NEEDED = [403, 'FRESH_SIGN_IN_NEEDED', 'Please confirm your password to go on'];
    const refused = ({ status, body }: Answer) => [status, code({ body } as Answer), (body as HttpError).message];

    it('is refused where that must be fresh, before anything is said of what is sent', async () => {
      const always = portalRoutes.filter(({ fresh }) => fresh === 'always').map(({ method, path }) => `${method} ${path}`);
      expect(always.sort()).toEqual([
        ...['delete /admin/delete/{id}', 'delete /admin/{id}/factors', 'delete /auth/factors/{id}', 'delete /user/delete/{id}'],
        ...[
          'post /admin/create',
          'post /auth/factors/passkeys',
          'post /auth/factors/passkeys/options',
          'post /auth/factors/totp',
          'post /auth/factors/totp/confirm',
        ],
      ]);
      expect(refused(await stale('post', '/admin/create', {}))).toEqual(NEEDED);
      for (const path of ['/admin/delete/', '/user/delete/']) {
        expect(refused(await stale('delete', `${path}not-an-id`))).toEqual(NEEDED);
      }
      // Roles come first.
      expect([
        (await who.shop.call('post', '/admin/create', {})).status,
        code(await who.shop.call('post', '/admin/create', {})),
      ]).toEqual([403, 'FORBIDDEN']);
    });

    it('is refused where it would set another’s password, and only there', async () => {
      for (const path of [`/admin/update/${otherAdmin}`, `/user/update/${who.shop.userId}`]) {
        expect(refused(await stale('put', path, { password: 'another password' }))).toEqual(NEEDED);
        const form = new FormData();
        form.set('password', 'another password');
        expect(refused(await stale('put', path, form))).toEqual(NEEDED);
        expect((await stale('put', path, { password: '' })).status).toBe(200);
      }
    });

    it('is refused where it would make an owner of an admin, or an owner an admin', async () => {
      const path = `/admin/update/${otherAdmin}`;
      for (const admin_role of ['viewer', 'owner']) expect(refused(await stale('put', path, { admin_role }))).toEqual(NEEDED);
    });

    it('is refused for switching maintenance off while it is on', async () => {
      expect((await stale('put', '/settings/maintenance', { isMaintenanceMode: false })).status).toBe(200);
      expect((await stale('put', '/settings/maintenance', { isMaintenanceMode: true })).status).toBe(200);
      const off = await stale('put', '/settings/maintenance', { isMaintenanceMode: false });
      expect(refused(off)).toEqual([403, NEEDED[1], 'Please confirm your password to turn off maintenance mode']);
      expect((await who.admin.call('put', '/settings/maintenance', { isMaintenanceMode: false })).status).toBe(200);
    });
  });

  it('never takes a new password of one’s own without the current one, whatever the sign-in', async () => {
    const { userId } = who.admin as SignedInCaller;
    for (const admin of [who.admin, staleAdmin]) {
      for (const path of [`/admin/update/${userId}`, `/user/update/${userId}`]) {
        const answer = await admin.call('put', path, { password: 'another password' });
        expect([answer.status, code(answer)]).toEqual([403, 'CURRENT_PASSWORD_NEEDED']);
      }
    }
    await signIn(w.product.url, ADMIN.username, ADMIN.password);
  });

  it('tells nobody whether a shop is an admin’s name or the other way round', async () => {
    const [shop] = (await addShops(w.db, [{}])) as [string];
    expect((await who.admin.call('put', `/admin/update/${shop}`, {})).status).toBe(404);
    expect((await who.admin.call('delete', `/admin/delete/${shop}`)).status).toBe(404);
    expect((await who.admin.call('put', `/user/update/${otherAdmin}`, {})).status).toBe(404);
    expect((await who.admin.call('delete', `/user/delete/${otherAdmin}`)).status).toBe(404);
  });

  it('has a line in the table of access for each documented route, and none for another', async () => {
    const { paths } = (await who['no token']!.call('get', '/docs/openapi.json')).body as { paths: Record<string, object> };
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(accessTable.map(([route]) => route).sort()).toEqual(documented.sort());
    for (const [route, cells] of accessTable) expect([route, Object.keys(cells)]).toEqual([route, callers]);
  });

  it.each(accessTable)('%s is for whom the table of access says', async (route, expected) => {
    const [method = '', path = ''] = route.split(' ');
    const found: Record<string, string> = {};
    // Who is refused asks first, while the thing is still there.
    for (const name of [...callers].sort((one, other) => rank(expected[one]!) - rank(expected[other]!))) {
      const { status, body } = await at[name]!.call(method, pathOf(route, path), bodyOf(route));
      expect([name, status < 500]).toEqual([name, true]);
      const isRefused = status === 401 || status === 403;
      found[name] = isRefused ? String(status) : 'yes';
      const why = name === 'stale' && expected.owner === 'yes' ? 'FRESH_SIGN_IN_NEEDED' : 'FORBIDDEN';
      if (status === 403) expect([name, code({ body } as Answer)]).toEqual([name, why]);
      if (ENDS_SESSIONS.includes(route) && !isRefused) at[name] = await signedIn(name);
    }
    expect(found).toEqual(expected);
  });
});

async function strangerKey(): Promise<JWK> {
  const { exportJWK, generateKeyPair } = await import('jose');
  return exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey);
}
