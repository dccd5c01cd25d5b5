/// <reference lib="dom" />
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { limits, type ShopDashboard } from '@sarafa/contracts';
import { caller, signIn, signingKey, type SignedInCaller, until } from '@sarafa/testing';
import { decodeJwt, importJWK, SignJWT } from 'jose';
import { deployed } from '../shared/deployed.js';
import { Person, portal, refused, TABLET, PHONE } from '../shared/portal-person.js';
import { ADMIN } from '../shared/harness.js';

const SHOP = { username: 'laxmi', password: 'gold and silver', shop_name: 'Laxmi Jewellers' };

const site = portal({ env: { PROVIDER_CHAT_NUMBER: '919812345678' } });
let shop: ShopDashboard;
let other: ShopDashboard;

beforeAll(async () => {
  const made = async (fields: object) =>
    ((await site.admin.call('post', '/user/create', fields)).body as { user: ShopDashboard }).user;
  shop = await made(SHOP);
  other = await made({ ...SHOP, username: 'navkar', shop_name: 'Navkar' });
});

describe('on a phone', () => {
  let person: Person;
  beforeEach(async () => {
    person = await Person.at(site, PHONE);
  });
  afterEach(() => person.leaves());

  it('an admin signs in under the overlay, and stays signed in over a reload', async () => {
    const { page } = person;
    await page.goto('/');
    await page.getByRole('heading', { name: 'WELCOME BACK' }).waitFor();
    expect(person.path()).toBe('/login');
    expect(await person.faults()).toEqual([]);
    await page.getByLabel('Username').fill(ADMIN.username);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    let letGo = () => undefined as void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/api/auth/login', async (route) => {
      await held;
      await route.continue();
    });
    await person.press('Sign In');
    await page.getByText('Authenticating your credentials...').waitFor();
    letGo();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect(person.path()).toBe('/admin');
    expect(await page.evaluate(() => [localStorage.getItem('role'), localStorage.getItem('token')?.split('.').length])).toEqual(
      ['admin', 3],
    );
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await person.press('Open menu');
    await person.press('Logout');
    await page.getByRole('heading', { name: 'WELCOME BACK' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    expect(await person.faults()).toEqual([]);
  });

  it("reads 'Initializing application...' while the kept token is asked about", async () => {
    await person.signIn();
    const { page } = person;
    let letGo = () => undefined as void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/api/auth/me', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.getByText('Initializing application...').waitFor();
    letGo();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect(await person.faults()).toEqual([]);
  });

  it('a shop signs in to its own dashboard, and to no other', async () => {
    await person.signIn(SHOP.username, SHOP.password);
    const { page } = person;
    expect(person.path()).toBe(`/user-dashboard/${shop.id}`);
    await page.getByRole('heading', { level: 1, name: SHOP.shop_name }).waitFor();
    await page.goto(`/user-dashboard/${other.id}`);
    await page.getByRole('heading', { level: 1, name: SHOP.shop_name }).waitFor();
    expect(person.path()).toBe(`/user-dashboard/${shop.id}`);
    expect(await person.faults()).toEqual([]);
    await page.goto('/admin');
    await page.getByRole('heading', { name: 'WELCOME BACK' }).waitFor();
    expect(person.path()).toBe('/login');
    await page.goto(`/user-dashboard/${shop.id}`);
    await page.getByRole('link', { name: 'Public View' }).click();
    await page.waitForURL(`**/public-view/${shop.id}`);
  });

  it('a wrong password and an unknown name are told the same', async () => {
    const { page } = person;
    await page.goto('/login');
    for (const username of [SHOP.username, 'nobody.at.all']) {
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await person.press('Sign In');
      await page.getByRole('alert').getByText('Invalid username or password', { exact: true }).waitFor();
      await page.getByText('Authenticating').waitFor({ state: 'detached' });
    }
    expect(await person.faults(refused(401, '/api/auth/login'))).toEqual([]);
  });

  it('a session that ended elsewhere ends here, and says so', async () => {
    await person.signIn(SHOP.username, SHOP.password);
    const { page } = person;
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const headers = { authorization: `Bearer ${token}` };
    const home = person.path();
    // An empty page, so that nothing is asked for until the portal is opened again.
    await page.goto('about:blank');
    await site.w.get('/auth/logout-all', { method: 'POST', headers });
    // Within seconds (rule 2.6).
    await until(async () => (await site.w.get('/auth/me', { headers })).status === 401);
    await page.goto(home);
    await page.getByText('Your session has ended. Please sign in again.').waitFor();
    expect(person.path()).toBe('/login');
    expect(await person.faults(refused(401))).toEqual([]);
  });
});

describe('on a phone, signed in for longer', () => {
  /** The same session, signed more than five minutes ago. */
  const aged = async (session: SignedInCaller): Promise<SignedInCaller> => {
    const { kid, jwk } = await signingKey(site.w.db, 'ring', deployed?.masterKey);
    const claims = decodeJwt(session.token);
    const iat = claims.iat! - limits.freshSignInMs / 1_000 - 1;
    const key = await importJWK(jwk, 'ES256');
    const token = await new SignJWT({ ...claims, iat }).setProtectedHeader({ alg: 'ES256', kid }).sign(key);
    return { ...caller(site.w.product.url, token), token, role: session.role, userId: session.userId };
  };
  const isEnded = (token: string) =>
    until(async () => (await caller(site.w.product.url, token).call('get', '/auth/me')).status === 401);

  it('a new admin is made after the password, by a session in place of the one before', async () => {
    const before = await aged(await site.w.admin());
    const person = await Person.at(site, PHONE, before);
    const { page } = person;
    await person.opens('/admin/create-admin');
    await page.getByLabel('Username').fill('second.admin');
    await page.getByLabel('Password', { exact: true }).fill('gold and silver');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirm Password' });
    await dialog.waitFor();
    expect(await person.faults(refused(403, '/api/admin/create'))).toEqual([]);
    await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await person.isNotified('Admin created successfully');
    await isEnded(before.token);
    await person.leaves();
  });

  it('a shop sees where it is signed in, and signs out there and here', async () => {
    const [own, other] = [await site.w.shop('sessions'), await signIn(site.w.product.url, 'sessions', 'password of a shop')];
    const person = await Person.at(site, PHONE, own);
    const { page } = person;
    await person.opens(`/user-dashboard/${own.userId}`);
    await person.press('Your account');
    const list = page.getByRole('region', { name: 'Where you are signed in' });
    await list.getByText('This device').waitFor();
    expect(await list.getByRole('listitem').count()).toBe(2);
    expect(await person.faults()).toEqual([]);
    await list.getByRole('button', { name: 'Sign out, Unknown device' }).click();
    await person.isNotified('Signed out there');
    await isEnded(other.token);
    await page.keyboard.press('Escape');
    await person.press('Logout');
    await page.getByRole('heading', { name: 'WELCOME BACK' }).waitFor();
    await isEnded(own.token);
    expect(await person.faults()).toEqual([]);
    await person.leaves();
  });
});

describe('on a tablet', () => {
  it('every address leads somebody without a session to the sign-in screen', async () => {
    const person = await Person.at(site, TABLET);
    for (const path of ['/admin', '/admin/create-user', '/user-dashboard/0123456789abcdef01234567', '/no/such/page']) {
      await person.page.goto(path);
      await person.page.getByRole('heading', { name: 'WELCOME BACK' }).waitFor();
      expect([path, person.path()]).toEqual([path, '/login']);
    }
    expect(await person.faults()).toEqual([]);
    await person.leaves();
  });
});

describe('on a network that breaks off while the page loads', () => {
  it.each([
    ['en-IN', 'The server can’t be reached. Please check your connection.', 'Load the page again'],
    ['hi-IN', 'सर्वर से संपर्क नहीं हो पा रहा। कृपया अपना कनेक्शन जाँचें।', 'पेज दोबारा खोलें'],
  ])('the page says so in %s, and is there once it is loaded again', async (locale, reason, again) => {
    const person = await Person.at(site, 390, undefined, { locale });
    const { page } = person;
    let isBroken = true;
    // The page itself has come, and so has its first script.
    let pages = 0;
    await page.route(/\/login$|\/portal-start-/, (route) =>
      isBroken && (route.request().url().includes('portal-start') || pages++ > 0) ? route.abort() : route.continue(),
    );
    await page.goto('/login');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toBe(reason);
    isBroken = false;
    await page.getByRole('button', { name: again }).click();
    await page.locator('#root form').waitFor();
    await person.leaves();
  });
});

describe('the chat widget', () => {
  let person: Person;
  const card = () => person.page.getByRole('button', { name: 'Send' });
  const button = () => person.page.getByRole('button', { name: 'Chat with us' });
  beforeEach(async () => {
    person = await Person.at(site, 1440);
    await person.page.clock.install();
    await person.page.goto('/login');
    await person.page.getByRole('heading', { name: 'WELCOME BACK' }).waitFor();
  });
  afterEach(() => person.leaves());

  it('appears after a second, open, and closes by itself three seconds later', async () => {
    const { page } = person;
    await page.clock.runFor(4_100);
    await button().waitFor();
    expect(await card().count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'WELCOME BACK' }).waitFor();
    await page.clock.runFor(1_000);
    await card().waitFor();
    expect(await person.faults()).toEqual([]);
  });

  it('leaves somebody who types alone', async () => {
    const { page } = person;
    await page.getByLabel('Username').focus();
    await page.clock.runFor(1_000);
    await button().waitFor();
    expect(await card().count()).toBe(0);
  });

  it('opens the chosen message with the configured number, in a new tab, and not before one is chosen', async () => {
    const { page, context } = person;
    await page.clock.runFor(1_000);
    await card().waitFor();
    expect(await card().isDisabled()).toBe(true);
    expect(await page.getByRole('radio').count()).toBe(4);
    await page.getByLabel('I need help with my account login').check();
    await page.clock.runFor(10_000);
    await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'a chat' }));
    const [tab] = await Promise.all([context.waitForEvent('page'), card().click()]);
    await tab.waitForURL('https://wa.me/**');
    expect(tab.url()).toBe('https://wa.me/919812345678?text=I%20need%20help%20with%20my%20account%20login');
    expect(await person.faults()).toEqual([]);
  });

  it('leaves the form of a phone and of a tablet alone, until it is opened', async () => {
    const { page } = person;
    for (const width of [390, TABLET]) {
      await page.setViewportSize({ width, height: 844 });
      await page.reload();
      await page.getByRole('heading', { name: 'WELCOME BACK' }).waitFor();
      await page.clock.runFor(2_000);
      await button().waitFor();
      expect(await card().count()).toBe(0);
    }
    await button().click();
    await card().waitFor();
    expect(await person.faults()).toEqual([]);
  });

  it("comes with 'Need help?'", async () => {
    await person.press('Need help?');
    await card().waitFor();
    await person.page.keyboard.press('Escape');
    await card().waitFor({ state: 'detached' });
    expect(await button().evaluate((focused) => focused === document.activeElement)).toBe(true);
    expect(await card().count()).toBe(0);
  });
});
