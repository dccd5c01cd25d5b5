/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, describe, expect, it } from '@jest/globals';
import { limits, texts } from '@sarafa/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import dashboard from '../../languages/pages/en/dashboard.json' with { type: 'json' };
import portal from '../../languages/pages/en/portal.json' with { type: 'json' };
import prices from '../../languages/pages/en/prices.json' with { type: 'json' };
import rateLists from '../../languages/pages/en/rate-lists.json' with { type: 'json' };
import rateRows from '../../languages/pages/en/rate-rows.json' with { type: 'json' };
import screens from '../../languages/pages/en/screens.json' with { type: 'json' };
import { hindi } from '../../languages/pages/hi.js';
import { row, shop, SHOP_ID, tv } from '../../testing/fixtures.js';
import { forbidStorage } from '../../testing/forbidden-storage.js';
import { adminsApi, closePortal, enter, openAdmin, openEditor, openPortal, openShop, shopApi } from '../../testing/portal.js';
import { changeLanguage } from './page-language.js';

const user = userEvent.setup();

/** The English texts that are others in Hindi. */
function englishOnly(english: object, other: object): string[] {
  return Object.entries(english).flatMap(([name, text]: [string, unknown]) => {
    const own = (other as Record<string, unknown>)[name];
    if (typeof text === 'string') return text === own ? [] : [text];
    return typeof text === 'object' && text !== null && !Array.isArray(text) ? englishOnly(text, own as object) : [];
  });
}
const ENGLISH = new Set([
  ...englishOnly(dashboard, hindi.dashboard),
  ...englishOnly(portal, hindi.portal),
  ...englishOnly(prices, hindi.prices),
  ...englishOnly(rateLists, hindi.rateLists),
  ...englishOnly(rateRows, hindi.rateRows),
  ...englishOnly(screens, hindi.screens),
]);

/** What of the page is still in English, as it is read or said. */
function leftInEnglish(): string[] {
  const named = ['aria-label', 'title', 'placeholder'];
  const said = [...document.body.querySelectorAll('*')].flatMap((one) => [
    ...[...one.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ textContent }) => textContent ?? ''),
    ...named.map((name) => one.getAttribute(name) ?? ''),
  ]);
  return said.map((text) => text.trim()).filter((text) => ENGLISH.has(text));
}

function adminApi() {
  const choices = (all: readonly number[], labels: Readonly<Record<number, string>>) => ({
    currentInterval: all[1]!,
    availableIntervals: all.map((value) => ({ value, label: labels[value]! })),
  });
  return adminsApi()
    .reply('GET', '/admin/price-settings', choices(limits.updateIntervals, texts.prices.updateIntervals))
    .reply('GET', '/admin/dynamic-price-settings', choices(limits.dynamicPriceIntervals, texts.prices.dynamicIntervals))
    .reply('GET', '/admin/quarantine', [])
    .reply('GET', '/admin/quotes', [])
    .reply('GET', '/prices/import-duty', { goldImportDuty: 5, silverImportDuty: 6, lastUpdated: '2026-11-20T00:00:00.000Z' })
    .reply('GET', '/prices/settings/public-view-enabled', { enabled: true })
    .reply('GET', '/admin/custom-tables', [row(1, 'Coin', 100)])
    .reply('GET', `/admin/custom-tables/user/${SHOP_ID}`, [])
    .reply('GET', '/admin/screens', [{ ...tv(1), shop_name: 'Mahalaxmi Jewellers', username: 'mahalaxmi' }] as never);
}

describe('the switch of the language', () => {
  afterEach(async () => {
    closePortal();
    await act(() => changeLanguage('en'));
    localStorage.clear();
  });
  const change = async () => {
    expect(leftInEnglish()).not.toEqual([]);
    await user.click(screen.getByRole('button', { name: 'हिन्दी', hidden: true }));
    await screen.findByRole('button', { name: 'English', hidden: true });
    await waitFor(() => expect(leftInEnglish()).toEqual([]));
    expect([document.documentElement.lang, localStorage.getItem('sarafa.language')]).toEqual(['hi', 'hi']);
  };

  it.each([
    '/admin',
    '/admin/create-user',
    '/admin/create-admin',
    '/admin/manage-prices',
    '/admin/rate-lists',
    '/admin/custom-tables',
    '/admin/screens',
    '/admin/import-duty',
    '/admin/maintenance',
  ])('changes all words of %s in place', async (path) => {
    adminApi();
    await openAdmin(path);
    await change();
  });

  it('leaves what is typed at the sign-in, and what it says of it', async () => {
    adminsApi();
    openPortal('/login');
    await enter(await screen.findByLabelText('Username'), 'maha');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await change();
    expect(screen.getByLabelText<HTMLInputElement>('यूज़रनेम').value).toBe('maha');
    expect(location.pathname).toBe('/login');
  });

  it('leaves what is typed on the dashboard, without a question', async () => {
    shopApi();
    await openShop();
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Gold/ });
    await user.clear(field);
    await user.type(field, '2.5');
    await change();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^सोना/ })).toBe(field);
    expect([field.value, screen.queryByRole('alertdialog')]).toEqual(['2.5', null]);
  });

  it('leaves an open dialog with what is typed in it', async () => {
    adminApi();
    const dialog = await openEditor();
    const field = screen.getByLabelText<HTMLInputElement>('City');
    await user.type(field, ' East');
    await change();
    expect([screen.getByRole('dialog'), field.isConnected, field.value]).toEqual([dialog, true, `${shop().city} East`]);
  });

  it('holds for the visit where storage is forbidden', async () => {
    const allow = forbidStorage();
    adminsApi();
    openPortal('/login');
    await user.click(await screen.findByRole('button', { name: 'हिन्दी' }));
    expect(await screen.findByRole('heading', { name: 'फिर से स्वागत है' })).toBeTruthy();
    allow();
  });
});
