/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { limits } from '@sarafa/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../../testing/fake-api.js';
import { row } from '../../../testing/fixtures.js';
import { closePortal, fill, keptAs, openPart, shopApi } from '../../../testing/portal.js';
import { OwnTablesSection } from './own-tables-section.js';

const DOWN = { status: 503, code: 'UNAVAILABLE', message: 'down' } as const;

let api: FakeApi;
beforeEach(() => {
  api = shopApi();
});
afterEach(closePortal);

const open = () => openPart(() => <OwnTablesSection />);

describe('the custom prices', () => {
  beforeEach(() => {
    api.reply('GET', '/user/custom-tables/me', [row(1, 'Gold Coin 24K (8g)', 126_257.5), row(2, 'Hallmark Chain', 14_850)]);
  });

  it('show Save for the row that was changed, and for no other', async () => {
    await open();
    await screen.findByText('Gold Coin 24K (8g)');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await fill('Price of Hallmark Chain', '15000');
    api.reply('PUT', `/user/custom-tables/${row(2, '', 0).id}/price`, {
      message: 'ok',
      customTable: row(2, 'Hallmark Chain', 15_000),
    });
    api.reply('GET', '/user/custom-tables/me', [row(1, 'Gold Coin 24K (8g)', 126_257.5), row(2, 'Hallmark Chain', 15_000)]);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Price updated successfully!');
    // The button is removed, so the row gets the focus.
    expect(document.activeElement).toBe(screen.getByText('Hallmark Chain'));
    expect(api.sent('PUT', `/user/custom-tables/${row(2, '', 0).id}/price`)[0]?.body).toEqual({ price: 15_000 });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  });

  it('are those of another device, also where nobody touches the page', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    await open();
    const chain = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price of Hallmark Chain' });
    api.reply('GET', '/user/custom-tables/me', [row(2, 'Hallmark Chain', 15_000)]);
    await act(() => jest.advanceTimersByTimeAsync(limits.profilePollMs));
    await waitFor(() => expect(chain.value).toBe('15,000'));
    jest.useRealTimers();
  });

  it('have two decimals or none, as everywhere else, and are typed as one likes', async () => {
    await open();
    await screen.findByText('Hallmark Chain');
    const name = 'Price of Gold Coin 24K (8g)';
    const field = screen.getByRole<HTMLInputElement>('textbox', { name });
    expect(field.value).toBe('1,26,257.50');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Price of Hallmark Chain' }).value).toBe('14,850');
    await userEvent.clear(field);
    await userEvent.type(field, '126257.2');
    expect(field.value).toBe('1,26,257.2');
    await userEvent.tab();
    expect(field.value).toBe('1,26,257.20');
  });

  it('take a typed comma for one between digits, and never for a decimal point', async () => {
    await open();
    await screen.findByText('Hallmark Chain');
    const name = 'Price of Hallmark Chain';
    const field = screen.getByRole<HTMLInputElement>('textbox', { name });
    await userEvent.clear(field);
    await userEvent.type(field, '1,57,821.50');
    expect(field.value).toBe('1,57,821.50');
    const path = `/user/custom-tables/${row(2, '', 0).id}/price`;
    api.reply('PUT', path, { message: 'ok', customTable: row(2, 'Hallmark Chain', 157_821.5) });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Price updated successfully!');
    expect(api.sent('PUT', path)[0]?.body).toEqual({ price: 157_821.5 });
  });

  it('keep what was typed when it can’t be saved', async () => {
    await open();
    await screen.findByText('Hallmark Chain');
    await fill('Price of Hallmark Chain', '15000');
    api.refuse('PUT', `/user/custom-tables/${row(2, '', 0).id}/price`, DOWN);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Error updating price. Please try again.');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Price of Hallmark Chain' }).value).toBe('15,000');
  });

  it('hand the focus to the heading when the provider deletes the one that is being saved', async () => {
    await open();
    await screen.findByText('Hallmark Chain');
    await fill('Price of Hallmark Chain', '15000');
    const path = `/user/custom-tables/${row(2, '', 0).id}/price`;
    api.refuse('PUT', path, { status: 404, code: 'NOT_FOUND', message: 'gone' });
    api.reply('GET', '/user/custom-tables/me', [row(1, 'Gold Coin 24K (8g)', 126_257.5)]);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText('Hallmark Chain')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Custom Price Tables' }));
  });

  it('say when there are none, and when they can’t be read', async () => {
    api.reply('GET', '/user/custom-tables/me', []);
    await open();
    expect(await screen.findByText('No custom prices yet. Your provider adds them.')).toBeTruthy();
    closePortal();
    keptAs('user');
    api.refuse('GET', '/user/custom-tables/me', DOWN);
    await open();
    expect(await screen.findByText('Your custom prices can’t be read right now.')).toBeTruthy();
  });
});
