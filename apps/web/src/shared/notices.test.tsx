/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { asPhone, closePortal, renderAlone } from '../testing/portal.js';
import { focusPressed } from './hand-focus.js';
import { notifyDone, notifyFailed } from './notices.js';

const SCREEN_PX = 900;
let putBack = () => undefined as void;

beforeAll(focusPressed);
beforeEach(() => {
  Object.assign(window, { innerHeight: SCREEN_PX });
  renderAlone(<button type="button">Save</button>);
});
afterEach(() => {
  closePortal();
  putBack();
  putBack = () => undefined;
});

const told = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
/** Presses `Save` at this distance from the top, as in Safari, which doesn't focus it. */
function pressAt(top: number): void {
  const button = screen.getByRole('button', { name: 'Save' });
  button.getBoundingClientRect = () => ({ top, bottom: top + 40 }) as DOMRect;
  fireEvent.click(button);
}
const placeOf = (text: string) => screen.getByText(text).closest('[data-position]')!.getAttribute('data-position');

describe('a message', () => {
  it('of a failure is the only one: neither another one nor what succeeds after it leaves it there', async () => {
    act(() => notifyFailed('Error updating price. Please try again.', 'No connection'));
    act(() => notifyFailed('Error updating price. Please try again.', 'No connection'));
    await waitFor(() => expect(told()).toHaveLength(1));
    act(() => notifyDone('Price updated successfully!'));
    await waitFor(() => expect(told()).toEqual([]));
    screen.getByText('Price updated successfully!');
  });

  it('of what is done is read by every screen reader, as its place was there before it', () => {
    const live = document.querySelectorAll('[aria-live=polite]');
    act(() => notifyDone('Price updated successfully!'));
    const message = screen.getByText('Price updated successfully!');
    expect([...live].filter((place) => place.contains(message))).toHaveLength(1);
    expect(message.closest('[role=status], [role=alert]')).toBeNull();
  });

  it.each([
    ['a desk', false, 100, 'bottom-center'],
    ['a desk', false, 800, 'top-center'],
    ['a phone', true, 100, 'bottom-center'],
    ['a phone', true, 500, 'top-center'],
  ])('on %s (phone: %s) lies where it does not cover what was pressed %d px from the top', (_, isPhone, top, place) => {
    if (isPhone) putBack = asPhone();
    pressAt(top);
    act(() => notifyFailed('It failed'));
    expect(placeOf('It failed')).toBe(place);
  });

  it('lies at the head of a phone and at the foot of a desk where nothing was pressed', () => {
    act(() => notifyDone('At a desk'));
    expect(placeOf('At a desk')).toBe('bottom-center');
    putBack = asPhone();
    act(() => notifyDone('On a phone'));
    expect(placeOf('On a phone')).toBe('top-center');
  });
});
