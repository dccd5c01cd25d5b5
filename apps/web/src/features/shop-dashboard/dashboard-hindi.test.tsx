/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { texts } from '@sarafa/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HELD, ownRates, pricedRow, SHOP_ID, tv } from '../../testing/fixtures.js';
import { settleLanguage } from '../../shared/language/page-language.js';
import type * as Portal from '../../testing/portal.js';

// As in the browser, what says something is imported once the language is settled.
let portal: typeof Portal;
beforeAll(async () => {
  localStorage.setItem('sarafa.language', 'hi');
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

it('says in Hindi what own rows are of, and since when rates are held', async () => {
  const rows = [pricedRow('a', 12_902), pricedRow('b', 52_310, { metal: 'silver', fineness: 1_000, unit_grams: 10 })];
  portal.shopApi().reply('GET', `/prices/user/${SHOP_ID}`, { ...ownRates(rows), ...HELD });
  await portal.openShop();
  const now = (await screen.findByText('12,902')).closest('.now')!;
  expect(Array.from(now.children, ({ textContent }) => textContent)).toEqual([
    '22 कैरेट सोना (8 ग्राम)₹12,902',
    'चाँदी (10 ग्राम)₹52,310',
  ]);
  expect(now.parentElement!.textContent!.replace(/\b(am|pm)\b/g, '')).not.toMatch(/[a-z]{2}/i);
});
