/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { texts } from '@sarafa/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { isSomethingTyped, watchTyping } from '../../shared/typed.js';
import type { FakeApi } from '../../testing/fake-api.js';
import { ADMIN_ID, adminsApi, closePortal, enter, renderAlone } from '../../testing/portal.js';
import { LoginPage } from './login-page.js';

let api: FakeApi;
beforeAll(watchTyping);
beforeEach(() => {
  api = adminsApi();
});
afterEach(closePortal);

const accept = () =>
  api.reply('POST', '/auth/login', { token: 'a.b.c', role: 'admin', userId: ADMIN_ID, message: 'Signed in' });
/** By itself the page stays, as it does while the screens behind it are still being loaded. */
const typeBoth = async () => {
  renderAlone(<LoginPage onHelp={() => undefined} />);
  await enter(screen.getByLabelText('Username'), 'asha');
  await enter(screen.getByLabelText('Password'), 'gold-and-silver');
};
const send = () => userEvent.keyboard('{Enter}');
const hasEntered = () => waitFor(() => expect(localStorage.getItem('token')).toBe('a.b.c'));

it('counts what is typed until somebody has signed in by it, so that a screen of a newer release may load the page anew', async () => {
  await typeBoth();
  await send();
  await screen.findByRole('alert');
  expect(isSomethingTyped()).toBe(true);
  accept();
  await send();
  await hasEntered();
  expect([screen.getByLabelText<HTMLInputElement>('Password').value, isSomethingTyped()]).toEqual(['gold-and-silver', false]);
});

it('counts a code in the same way', async () => {
  const needed = { status: 401, code: 'SECOND_FACTOR_NEEDED', message: texts.factors.needed, challenge: 'first' } as const;
  api.refuse('POST', '/auth/login', needed);
  await typeBoth();
  await send();
  const code = await screen.findByLabelText<HTMLInputElement>('Code');
  await enter(code, '123456');
  expect(isSomethingTyped()).toBe(true);
  accept();
  await send();
  await hasEntered();
  expect([code.isConnected, code.value, isSomethingTyped()]).toEqual([true, '123456', false]);
});
