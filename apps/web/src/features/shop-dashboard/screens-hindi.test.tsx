/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { texts } from '@sarafa/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { tv } from '../../testing/fixtures.js';
import { chooseLanguage, settleLanguage } from '../../shared/page-language.js';
import type * as Portal from '../../testing/portal.js';

// As in the browser, what says something is imported once the language is settled.
let portal: typeof Portal;
beforeAll(async () => {
  chooseLanguage('hi');
  await settleLanguage();
  portal = await import('../../testing/portal.js');
});
afterEach(() => portal.closePortal());

/** What may stand in Latin letters: the release and the clock. */
const LATIN = /1a2b3c4d5e6f|\b(am|pm|English)\b/g;

it('says all of a screen in Hindi, and the server’s answers too', async () => {
  const one = tv(1, { name: 'सामने', state: 'offline', playing: { ad: 2, of: 5 } });
  const api = portal.shopApi().reply('GET', '/screens/me', [one]);
  api.refuse('POST', `/screens/${one.id}/commands`, { status: 409, code: 'CONFLICT', message: texts.screens.offline });
  await portal.openShop();
  await screen.findByText(/^.*\b9:02 am से कोई जवाब नहीं$/);
  await userEvent.click(screen.getByRole('button', { name: 'पहचानें, सामने' }));
  await screen.findByText('स्क्रीन से संपर्क नहीं है');
  await userEvent.click(screen.getByRole('button', { name: 'सँभालें, सामने' }));
  const dialog = await screen.findByRole('dialog', { name: 'सामने' });
  within(dialog).getByRole('heading', { name: 'रिमोट' });
  const section = document.querySelector<HTMLElement>('section[aria-labelledby=screens]')!;
  for (const part of [dialog, section]) expect(part.textContent!.replace(LATIN, '')).not.toMatch(/[a-z]{2}/i);
});
