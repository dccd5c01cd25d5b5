/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AcceptedQuote } from '@sarafa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { adminsApi, closePortal, renderAlone } from '../../testing/portal.js';
import { AcceptedSection } from './accepted-section.js';

const QUOTES = '/admin/quotes';
const WITHDRAW = '/admin/quotes/2/withdraw?metal=gold';

function quote(seq: number, gold: string, silver: string, isGoldWithdrawn = false): AcceptedQuote {
  const at = '2026-11-20T10:40:00.000Z';
  const said = (price: string) => ({ price, at, source: 'gold-api.com', withdrawn: false });
  return { seq, acceptedAt: at, gold: { ...said(gold), withdrawn: isGoldWithdrawn }, silver: said(silver) };
}

describe('accepted quotes', () => {
  let api: FakeApi;

  beforeEach(() => {
    api = adminsApi().reply('GET', QUOTES, [quote(2, '467600', '6938'), quote(1, '467500', '6938')]);
  });
  afterEach(closePortal);

  const open = () => renderAlone(<AcceptedSection />);
  const buttons = () => screen.queryAllByRole('button', { name: /^Withdraw / }).map((button) => button.ariaLabel);
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw gold at ₹4,67,600' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText('Take gold at ₹4,67,600 per troy ounce off every board?');
    return dialog;
  };

  it('are said to be loading, and then stand there, each rate once', async () => {
    const release = api.hold('GET', QUOTES);
    open();
    screen.getByText('Loading accepted quotes...');
    release();
    await screen.findByText('Gold ₹4,67,600 per troy ounce');
    expect(screen.queryByText('Loading accepted quotes...')).toBeNull();
    expect(buttons()).toEqual(['Withdraw gold at ₹4,67,600', 'Withdraw gold at ₹4,67,500', 'Withdraw silver at ₹6,938']);
  });

  it('say when there are none, and when they can’t be read', async () => {
    api.reply('GET', QUOTES, []);
    open();
    await screen.findByText('No quote of the market was accepted yet.');
    closePortal();
    api.refuse('GET', QUOTES, { status: 503, code: 'UNAVAILABLE', message: 'away' });
    open();
    await screen.findByText('The accepted quotes can’t be shown right now.');
    api.reply('GET', QUOTES, [quote(1, '467500', '6938')]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Gold ₹4,67,500 per troy ounce');
  });

  it('are withdrawn after a question, and have no button then', async () => {
    open();
    const dialog = await ask();
    const withdrawn = quote(2, '467600', '6938', true);
    api
      .reply('POST', WITHDRAW, { message: 'The quote was withdrawn', quote: withdrawn })
      .reply('GET', QUOTES, [quote(3, '467500', '6938'), withdrawn, quote(1, '467500', '6938')]);
    const answer = api.hold('POST', WITHDRAW);
    const yes = dialog.getByRole('button', { name: 'Withdraw' });
    await userEvent.click(yes);
    await api.next('POST', WITHDRAW);
    await userEvent.click(yes);
    answer();
    await screen.findByText('The quote was withdrawn');
    await screen.findByText('Withdrawn');
    expect(buttons()).not.toContain('Withdraw gold at ₹4,67,600');
    expect(api.sent('POST', WITHDRAW)).toHaveLength(1);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Accepted quotes'));
  });

  it('stay when one thinks better of it, or when the server refuses', async () => {
    open();
    await userEvent.click((await ask()).getByRole('button', { name: 'Cancel' }));
    expect(api.sent('POST', WITHDRAW)).toEqual([]);
    api.refuse('POST', WITHDRAW, { status: 409, code: 'CONFLICT', message: 'There is no earlier market rate' });
    await userEvent.click((await ask()).getByRole('button', { name: 'Withdraw' }));
    expect((await screen.findByText('There is no earlier market rate')).closest('[role=alert]')).toBeTruthy();
    expect(buttons()).toContain('Withdraw gold at ₹4,67,600');
  });
});
