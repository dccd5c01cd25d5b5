/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ShopLogo } from './shop-logo.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

it('a logo that did not load gives way to a letter, and is tried again after a minute', () => {
  const { container } = render(<ShopLogo name={'\u200e laxmi Jewellers'} url="/media/logos/a.webp" />);
  const logo = () => container.querySelector('img');
  fireEvent.error(logo()!);
  expect([logo(), screen.getByText('L').tagName]).toEqual([null, 'SPAN']);
  act(() => jest.advanceTimersByTime(59_000));
  expect(logo()).toBeNull();
  act(() => jest.advanceTimersByTime(1_000));
  expect(logo()?.getAttribute('src')).toBe('/media/logos/a.webp');
  fireEvent.error(logo()!);
  expect(logo()).toBeNull();
});
