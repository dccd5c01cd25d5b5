/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { type FakeApi } from '../../testing/fake-api.js';
import { adminsApi, asPhone, closePortal, openPortal } from '../../testing/portal.js';

let api: FakeApi;
const opened = jest.fn();

async function pass(ms: number): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(ms));
}
const card = () => screen.queryByRole('button', { name: 'Send' });
const button = () => screen.queryByRole('button', { name: 'Chat with us' });

beforeEach(async () => {
  jest.useFakeTimers();
  opened.mockClear();
  window.open = opened as unknown as typeof window.open;
  api = adminsApi();
  openPortal('/login');
  for (let turn = 0; turn < 50 && !screen.queryByRole('heading', { name: 'WELCOME BACK' }); turn++) await pass(1);
});
afterEach(() => {
  closePortal();
  jest.useRealTimers();
});

describe('the chat widget', () => {
  it('appears after a second, open, and closes by itself after three more', async () => {
    await pass(999);
    expect(button()).toBeNull();
    await pass(1);
    expect(button()).toBeTruthy();
    expect(card()).toBeTruthy();
    await pass(2_999);
    expect(card()).toBeTruthy();
    await pass(1);
    expect(card()).toBeNull();
    expect(button()).toBeTruthy();
  });

  it('does not open by itself while a login field has the focus', async () => {
    act(() => screen.getByLabelText('Username').focus());
    await pass(1_000);
    expect(button()).toBeTruthy();
    expect(card()).toBeNull();
  });

  it('does not open by itself where it would lie over the form', async () => {
    const putBack = asPhone();
    await pass(1_000);
    expect(button()).toBeTruthy();
    expect(card()).toBeNull();
    putBack();
  });

  it('stays open once somebody has touched it', async () => {
    await pass(1_000);
    fireEvent.pointerDown(screen.getByLabelText('I need help with my account login'));
    await pass(10_000);
    expect(card()).toBeTruthy();
  });

  it('sends the chosen message to the configured number, in a new tab', async () => {
    await pass(1_000);
    expect((card() as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getAllByRole('radio')).toHaveLength(4);
    fireEvent.click(screen.getByLabelText('I want access to the price dashboard'));
    fireEvent.click(card()!);
    const address = 'https://wa.me/919812345678?text=I%20want%20access%20to%20the%20price%20dashboard';
    expect(opened).toHaveBeenCalledWith(address, '_blank', 'noopener,noreferrer');
    expect(api.sent('GET', '/settings/chat')).toHaveLength(1);
  });

  it("opens with 'Need help?' and closes with Escape", async () => {
    await pass(5_000);
    fireEvent.click(screen.getByRole('button', { name: 'Need help?' }));
    expect(card()).toBeTruthy();
    fireEvent.keyDown(screen.getByLabelText('I have a custom business inquiry'), { key: 'Escape' });
    expect(card()).toBeNull();
    expect(document.activeElement).toBe(button());
  });
});
