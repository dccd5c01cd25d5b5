/// <reference lib="dom" />
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { signIn, totpCode, until } from '@sarafa/testing';
import { Person, PHONE, portal, refused } from '../shared/portal-person.js';

const PASSWORD = 'gold and silver';
const STEP_MS = 30_000;
const NEEDED = refused(401, '/api/auth/login');

const site = portal();
let person: Person;

beforeAll(async () => {
  for (const username of ['with-app', 'with-passkey']) {
    await site.admin.call('post', '/admin/create', { username, password: PASSWORD, admin_role: 'viewer' });
  }
});
afterEach(() => person.leaves());

async function opensAccount(): Promise<void> {
  await person.press('Open menu');
  await person.press('Your account');
  await person.page.getByRole('region', { name: 'Second step of sign-in' }).waitFor();
}
async function signsOut(): Promise<void> {
  await person.page.keyboard.press('Escape');
  await person.page.getByRole('dialog', { name: 'Your account' }).waitFor({ state: 'detached' });
  await person.press('Open menu');
  await person.press('Logout');
  await person.page.getByRole('heading', { name: 'WELCOME BACK' }).waitFor();
}
async function givesPassword(username: string): Promise<void> {
  const { page } = person;
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}
const isIn = () => person.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

describe('the second step of a sign-in', () => {
  it('is set up with an authenticator app, and asked for from then on', async () => {
    person = await Person.at(site, PHONE, await signIn(site.w.product.url, 'with-app', PASSWORD));
    const { page } = person;
    await page.goto('/admin');
    await isIn();
    await opensAccount();
    await person.press('Set up an authenticator app');
    await page.getByRole('img', { name: 'The secret as a QR code' }).waitFor();
    expect(await person.faults()).toEqual([]);
    const secret = (await page.locator('.factors__secret code').textContent())!.replaceAll(' ', '');
    // The code that confirms is used then, and the next one is good already.
    const used = totpCode(secret);
    await page.getByLabel('Code that the app shows').fill(used);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    const recovery = await page.locator('.factors__codes li').allTextContents();
    expect(recovery).toHaveLength(10);
    expect(await person.faults()).toEqual([]);
    const [file] = await Promise.all([page.waitForEvent('download'), person.press('Save')]);
    expect(file.suggestedFilename()).toBe('sarafa-recovery-codes.txt');
    await person.press('I have kept them');
    await page.getByText('10 recovery codes left').waitFor();
    expect(await person.faults()).toEqual([]);
    await signsOut();

    await givesPassword('with-app');
    const code = page.getByLabel('Code', { exact: true });
    await code.waitFor();
    await until(() => code.evaluate((field) => field === document.activeElement));
    expect(await person.faults(NEEDED)).toEqual([]);
    await page.keyboard.type(used);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This code is wrong, or was used before').waitFor();
    expect(await person.faults(NEEDED)).toEqual([]);
    await page.keyboard.type(totpCode(secret, Date.now() + STEP_MS));
    await page.keyboard.press('Enter');
    await isIn();
    await opensAccount();
    await signsOut();

    await givesPassword('with-app');
    await person.press('Use a recovery code');
    await page.keyboard.type(recovery[0]!);
    await page.keyboard.press('Enter');
    await isIn();
    await opensAccount();
    await page.getByText('9 recovery codes left').waitFor();
  });

  it('is a passkey, where the browser has one', async () => {
    // A passkey is bound to a name, and an address is none.
    const origin = site.w.product.url.replace('127.0.0.1', 'localhost');
    const as = await signIn(site.w.product.url, 'with-passkey', PASSWORD);
    const localStorage = Object.entries({ token: as.token, role: as.role, userId: as.userId });
    person = await Person.at(site, PHONE, undefined, {
      baseURL: origin,
      storageState: {
        cookies: [],
        origins: [{ origin, localStorage: localStorage.map(([name, value]) => ({ name, value })) }],
      },
    });
    const { page } = person;
    const devtools = await person.context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const options = { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true } as const;
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } });
    await page.goto('/admin');
    await isIn();
    await opensAccount();
    await person.press('Add a passkey');
    await page.getByLabel('Name of the passkey').fill('My phone');
    expect(await person.faults()).toEqual([]);
    await page.keyboard.press('Enter');
    await person.isNotified('Passkey added');
    await page.getByText('Passkey · Not used yet').waitFor();
    await signsOut();

    await givesPassword('with-passkey');
    await page.getByLabel('Code', { exact: true }).waitFor();
    expect(await person.faults(NEEDED)).toEqual([]);
    await person.press('Use a passkey');
    await isIn();
    await opensAccount();
    await page.getByText(/Passkey · Last used/).waitFor();
    await person.press('Remove, My phone');
    await person.answers('Do you want to remove this second step?', 'Remove');
    await person.isNotified('Second step removed');
    await signsOut();
    await givesPassword('with-passkey');
    await isIn();
  });
});
