/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent } from '@testing-library/react';
import { closePortal, renderAlone } from '../../testing/portal.js';
import { Portrait } from './portrait.js';

afterEach(() => {
  closePortal();
  jest.useRealTimers();
});

it('a logo that didn’t load is a letter for a minute, and is then tried again', () => {
  jest.useFakeTimers();
  renderAlone(<Portrait url="/media/logo.png" name="Mahalaxmi" />);
  const shown = () => document.querySelector('.portrait')!;
  fireEvent.error(shown());
  expect(shown().textContent).toBe('M');
  act(() => jest.advanceTimersByTime(60_000));
  expect(shown().getAttribute('src')).toBe('/media/logo.png');
});
