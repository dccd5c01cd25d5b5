import { expect } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { type Admin, NO_RATE_ROWS, type Overview, type PriceStatus, type ShopDashboard } from '@sarafa/contracts';
import { act, cleanup, configure, getConfig, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setupListeners } from '@reduxjs/toolkit/query';
import { type ReactNode, useEffect } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
// Imports the code that the portal loads on demand, so that specs wait for a page and not for its code.
import '../app/admin/portal-admin.js';
import '../app/portal-claim.js';
import '../app/portal-shop.js';
import '../features/rate-rows/rate-rows-editor.js';
import { PortalApp } from '../app/portal-app.js';
import { makeStore, type PortalStore } from '../app/store.js';
import { useOwnShopQuery } from '../features/shop-dashboard/shop-dashboard.api.js';
import type { WholeShop } from '../shared/api/shops.api.js';
import { NOTICES } from '../shared/notices.js';
import { FakeApi } from './fake-api.js';
import { rates, rowsBasis, shop, SHOP_ID } from './fixtures.js';
import './quick-react.js';

// One look for a role takes seconds in a whole portal on a busy machine. These specs assert what comes, and not how soon.
configure(({ getElementError }) => ({
  asyncUtilTimeout: 30_000,
  // The whole page is written only into errors that somebody reads, and not at each try of `waitFor`, which writes it when it gives up.
  getElementError: (message, page) => (isTry() ? new Error(message ?? '') : getElementError(message, page)),
}));

function isTry(): boolean {
  return (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;
}

export const ADMIN_ID = 'a'.repeat(24);
export const OTHER_ADMIN_ID = 'b'.repeat(24);

export function admin(changes: Partial<Admin> = {}): Admin {
  const id = changes.id ?? ADMIN_ID;
  return { id, _id: id, username: 'asha', logo_url: '', admin_role: 'owner', ...changes };
}

export function overview(changes: Partial<Overview> = {}): Overview {
  return { shops: { total: 1, active: 1, expiring: 0, expired: 0 }, boardsOpen: 1, openShops: [SHOP_ID], ...changes };
}

export function priceStatus(changes: Partial<PriceStatus> = {}): PriceStatus {
  return {
    isRunning: true,
    updateIntervalMinutes: 5,
    nextUpdate: null,
    nextUpdateLocal: null,
    lastUpdated: '2026-11-20T10:40:00.000Z',
    source: 'gold-api.com',
    stale: false,
    lastError: null,
    state: 'live',
    ...changes,
  };
}

interface Given {
  readonly shops?: ShopDashboard[];
  readonly admins?: Admin[];
}

/** An API that answers everything that the admins' dashboard asks for. */
export function adminsApi({
  shops = [shop()],
  admins = [admin(), admin({ id: OTHER_ADMIN_ID, username: 'support' })],
}: Given = {}) {
  return new FakeApi()
    .install()
    .reply('GET', '/settings/maintenance', { isMaintenanceMode: false })
    .reply('GET', '/settings/chat', { chatNumber: '919812345678' })
    .reply('GET', '/auth/me', { id: ADMIN_ID, username: 'asha', role: 'admin', logo_url: '' })
    .reply('POST', '/auth/logout', { message: 'Signed out' })
    .reply('GET', '/auth/sessions', [])
    .reply('GET', '/auth/factors', [])
    .reply('GET', '/admin/overview', overview())
    .reply('GET', '/admin/price-status', priceStatus())
    .reply('GET', '/user/list', shops)
    .reply('GET', '/admin/list', admins)
    .reply('GET', '/admin/rate-lists', [])
    .reply('GET', '/prices/detailed', rates())
    .reply('GET', '/admin/import-duty', { next: null })
    .reply('GET', `/user/rate-rows/${SHOP_ID}`, NO_RATE_ROWS)
    .reply('GET', `/user/rate-rows/${SHOP_ID}/basis`, rowsBasis());
}

/** An API that answers everything that a shop's dashboard asks for, with a stored session. */
export function shopApi(): FakeApi {
  keptAs('user');
  return adminsApi()
    .reply('GET', '/auth/me', { id: SHOP_ID, username: 'mahalaxmi', role: 'user', logo_url: '', shop_name: '' })
    .reply('GET', '/user/profile/me', shop())
    .reply('GET', `/prices/user/${SHOP_ID}`, rates())
    .reply('GET', '/advertisements/user/me', [])
    .reply('GET', '/screens/me', [])
    .reply('GET', '/user/audit', [])
    .reply('GET', '/user/custom-tables/me', []);
}

export function keptAs(role: 'admin' | 'user'): void {
  localStorage.setItem('token', `${role}'s token`);
  localStorage.setItem('role', role);
  localStorage.setItem('userId', role === 'admin' ? ADMIN_ID : SHOP_ID);
}

/** Opens the whole portal, as a person would. */
export function openPortal(path: string): void {
  history.replaceState(null, '', path);
  render(<PortalApp store={makeStore()} env="test" />);
}

/** Renders a part of a screen by itself, with what the portal gives it: less than a whole screen takes a fraction of the time. */
export function renderAlone(part: ReactNode): void {
  const store = makeStore();
  render(
    <Provider store={store}>
      <MantineProvider withCssVariables={false} withGlobalClasses={false} env="test">
        <Listeners dispatch={store.dispatch} />
        <Notifications {...NOTICES} />
        <MemoryRouter>{part}</MemoryRouter>
      </MantineProvider>
    </Provider>,
  );
}

function Listeners({ dispatch }: Pick<PortalStore, 'dispatch'>) {
  useEffect(() => setupListeners(dispatch), [dispatch]);
  return null;
}

/** Opens a part of a shop's own dashboard by itself. */
export async function openPart(part: (shop: WholeShop) => ReactNode): Promise<void> {
  renderAlone(<OfShop part={part} />);
  await screen.findAllByRole('heading');
}

function OfShop({ part }: { part: (shop: WholeShop) => ReactNode }) {
  const { data } = useOwnShopQuery();
  return data && part(data);
}

export async function openAdmin(path: string): Promise<void> {
  keptAs('admin');
  openPortal(path);
  await screen.findByRole('heading', { level: 1 });
}

/** Opens a page of the admins by itself. */
export async function openAdminPage(page: ReactNode): Promise<void> {
  keptAs('admin');
  renderAlone(page);
  await screen.findByRole('heading', { level: 1 });
}

/** Opens the editor of `shop()` as an admin. */
export async function openEditor(): Promise<HTMLElement> {
  await openAdmin('/admin');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit & Settings, Mahalaxmi Jewellers' }));
  return screen.findByRole('dialog');
}

/** Opens a shop's own dashboard, with its lower parts, which are drawn after the rest. */
export async function openShop(): Promise<void> {
  openPortal(`/user-dashboard/${SHOP_ID}`);
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(document.querySelectorAll('.shop__part:empty')).toHaveLength(0));
}

export function closePortal(): void {
  cleanup();
  notifications.clean();
  localStorage.clear();
}

/** Whether a control can't be used but keeps the focus. */
export function isOff(control: HTMLElement): boolean {
  return control.getAttribute('aria-disabled') === 'true';
}

/** Writes into an empty field at once: one key after the other takes long, and proves something of few fields. */
export async function enter(field: HTMLElement, text: string): Promise<void> {
  act(() => field.focus());
  await userEvent.paste(text);
}

/** Finds a field by its label, empties it and fills it. */
export async function fill(name: RegExp | string, text: string): Promise<void> {
  const field = screen.getByRole('textbox', { name });
  await userEvent.clear(field);
  await enter(field, text);
}

/** Imitates a screen under 768 px. */
export function asPhone(): () => void {
  const before = globalThis.matchMedia;
  globalThis.matchMedia = ((query: string) => ({ ...before(query), matches: true })) as typeof matchMedia;
  return () => {
    globalThis.matchMedia = before;
  };
}
