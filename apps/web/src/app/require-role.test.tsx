/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { makeStore } from './store.js';
import { restored, signedIn } from '../shared/session/session.js';
import { ADMIN_ID, OTHER_ADMIN_ID } from '../testing/portal.js';
import { RequireRole, RequireSession } from '../features/session/require-role.js';

const session = (userId: string, token: string) => ({ token, role: 'admin' as const, userId });
const typed = () => screen.getByRole<HTMLInputElement>('textbox').value;

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it.each([
  ['of a role', (page: ReactNode) => <RequireRole role="admin">{page}</RequireRole>],
  ['of everybody', (page: ReactNode) => <RequireSession>{page}</RequireSession>],
])('a page %s keeps what is typed for the same account, and for no other', async (_, guarded) => {
  const store = makeStore();
  store.dispatch(signedIn(session(ADMIN_ID, 'first')));
  render(
    <Provider store={store}>
      <MemoryRouter>{guarded(<input />)}</MemoryRouter>
    </Provider>,
  );
  await userEvent.type(screen.getByRole('textbox'), 'Mahalaxmi');
  act(() => void store.dispatch(signedIn(session(ADMIN_ID, 'again'))));
  expect(typed()).toBe('Mahalaxmi');
  act(() => void store.dispatch(restored(session(OTHER_ADMIN_ID, 'other'))));
  expect(typed()).toBe('');
});
