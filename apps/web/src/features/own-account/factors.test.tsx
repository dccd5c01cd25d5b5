/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Factor, texts } from '@sarafa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { ADMIN_ID, adminsApi, closePortal, openAdmin } from '../../testing/portal.js';

const user = userEvent.setup();
let api: FakeApi;
beforeEach(() => {
  api = adminsApi().reply('GET', '/prices/import-duty', {
    ...{ goldImportDuty: 5, silverImportDuty: 6, lastUpdated: '2026-11-20T00:00:00.000Z' },
  });
});
afterEach(closePortal);

const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const RECOVERY = Array.from({ length: 10 }, (_, n) => `ABCDEF-GHJKM${n}`);
const app = (recovery_left = 10): Factor => ({
  ...{ id: '1'.repeat(24), kind: 'totp', name: 'Authenticator app', recovery_left },
  ...{ since: '2026-11-19T04:00:00.000Z', used_at: '2026-11-20T10:40:00.000Z' },
});
const key: Factor = {
  ...{ id: '2'.repeat(24), kind: 'passkey', name: 'My phone', since: '2026-11-19T04:00:00.000Z', used_at: null },
};

async function section() {
  await openAdmin('/admin/import-duty');
  await user.click(await screen.findByRole('button', { name: 'Your account' }));
  return within(await screen.findByRole('region', { name: 'Second step of sign-in' }));
}

describe('second steps of one’s own sign-in', () => {
  it('are listed, also after a list that couldn’t be read, and removed after a question', async () => {
    api.refuse('GET', '/auth/factors', { status: 503, code: 'UNAVAILABLE', message: 'This part is down' });
    const own = await section();
    await own.findByText('The list can’t be shown right now.');
    api.reply('GET', '/auth/factors', [app(3), key]);
    await user.click(own.getByRole('button', { name: 'Try again' }));
    const rows = await own.findAllByRole('listitem');
    expect(rows[0]!.textContent).toMatch(/^Authenticator app.*Last used .* · Added .* · 3 recovery codes left/);
    expect(rows[1]!.textContent).toMatch(/^My phone.*Passkey · Not used yet · Added/);
    const path = `/auth/factors/${key.id}`;
    api.reply('DELETE', path, { message: texts.factors.removed }).reply('GET', '/auth/factors', [app(3)]);
    await user.click(own.getByRole('button', { name: 'Remove, My phone' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await screen.findByText(texts.factors.removed);
    await waitFor(() => expect(own.getAllByRole('listitem')).toHaveLength(1));
  });

  it('begin with an app’s first code, and show the recovery codes this once', async () => {
    api.reply('POST', '/auth/factors/totp', { secret: SECRET, uri: `otpauth://totp/Sarafa:asha?secret=${SECRET}` });
    const own = await section();
    await user.click(await own.findByRole('button', { name: 'Set up an authenticator app' }));
    await own.findByRole('img', { name: 'The secret as a QR code' });
    own.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567');
    const code = own.getByLabelText('Code that the app shows');
    expect(document.activeElement).toBe(code);
    await user.keyboard('{Enter}');
    await own.findByText('Code that the app shows is required');
    const wrong = { path: 'code', message: texts.factors.wrong };
    const confirm = '/auth/factors/totp/confirm';
    api.refuse('POST', confirm, { status: 400, code: 'INVALID_INPUT', message: wrong.message, details: [wrong] });
    await user.type(code, '000000{Enter}');
    await own.findByText(texts.factors.wrong);

    api.reply('POST', confirm, { recovery: RECOVERY }).reply('GET', '/auth/factors', [app()]);
    const release = api.hold('POST', confirm);
    await user.clear(code);
    await user.type(code, '123 456{Enter}');
    // Nor while the codes are on their way.
    await user.keyboard('{Escape}');
    release();
    const shown = await own.findByRole('heading', { name: 'Recovery codes' });
    await waitFor(() => expect(document.activeElement).toBe(shown));
    expect(own.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(RECOVERY);
    expect(api.sent('POST', confirm).at(-1)!.body).toEqual({ code: '123 456' });
    // A tap beside the dialog must not take away what is shown once, nor a new password.
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(shown);
    api.reply('PUT', '/auth/password', { token: 'fresh', role: 'admin', userId: ADMIN_ID, message: 'Changed' });
    await user.type(screen.getByLabelText('Current password'), 'old password');
    await user.type(screen.getByLabelText('New password'), 'new password{Enter}');
    await screen.findByText('Changed');
    expect(document.activeElement).toBe(shown);
    await user.click(own.getByRole('button', { name: 'Copy' }));
    await screen.findByText('Copied');
    expect(await navigator.clipboard.readText()).toBe(RECOVERY.join('\n'));
    await user.click(own.getByRole('button', { name: 'I have kept them' }));
    await own.findByText(/10 recovery codes left/);
    own.getByRole('button', { name: 'Set up another app in its place' });
    expect(document.body.textContent).not.toContain(RECOVERY[0]);
  });

  it('may be set up though their part hasn’t answered in time, which the list then shows', async () => {
    api.reply('POST', '/auth/factors/totp', { secret: SECRET, uri: `otpauth://totp/Sarafa:asha?secret=${SECRET}` });
    const own = await section();
    await user.click(await own.findByRole('button', { name: 'Set up an authenticator app' }));
    api.refuse('POST', '/auth/factors/totp/confirm', { status: 503, code: 'UNAVAILABLE', message: 'This part is down' });
    api.reply('GET', '/auth/factors', [app()]);
    await user.type(await own.findByLabelText('Code that the app shows'), '123456{Enter}');
    await screen.findByText(/^No answer has come\. If the app is in the list, it is set up/);
    await own.findByRole('button', { name: 'Set up another app in its place' });
  });

  it('and the sessions are those of the new sign-in where it was asked for a fresh one', async () => {
    const session = (id: string, device: string) => ({
      ...{ id: id.repeat(24), device, address: '198.51.100.0/24', current: true },
      ...{ since: '2026-11-19T04:00:00.000Z', seen_at: '2026-11-20T10:40:00.000Z' },
    });
    api.reply('GET', '/auth/sessions', [session('1', 'Chrome on Android')]);
    api.refuse('POST', '/auth/factors/totp', { status: 403, code: 'FRESH_SIGN_IN_NEEDED', message: 'Please confirm' });
    const own = await section();
    await screen.findByText('Chrome on Android');
    await user.click(await own.findByRole('button', { name: 'Set up an authenticator app' }));
    api
      .reply('POST', '/auth/login', { token: 'fresh', role: 'admin', userId: ADMIN_ID, message: 'Signed in' })
      .reply('POST', '/auth/factors/totp', { secret: SECRET, uri: `otpauth://totp/Sarafa:asha?secret=${SECRET}` })
      .reply('GET', '/auth/sessions', [session('2', 'Firefox on Linux')]);
    await user.type(
      within(await screen.findByRole('dialog', { name: 'Confirm Password' })).getByLabelText('Password'),
      'right{Enter}',
    );
    await screen.findByText('Firefox on Linux');
    expect(api.sent('GET', '/auth/sessions').at(-1)!.token).toBe('fresh');
  });

  it('are asked for on every page of an admin who needs one', async () => {
    const me = { id: ADMIN_ID, username: 'asha', role: 'admin', admin_role: 'owner', logo_url: '' };
    api.reply('GET', '/auth/me', { ...me, second_factor_due: '2026-12-04T10:30:00.000Z' });
    await openAdmin('/admin/import-duty');
    const note = within((await screen.findByText(/Without one you can’t sign in after .*4 Dec/)).parentElement!);
    await user.click(note.getByRole('button', { name: 'Set it up' }));
    await screen.findByRole('region', { name: 'Second step of sign-in' });
  });
});
