/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, expect, it, jest } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { PartGuard } from './part-guard.js';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

it('a part that does not come leaves the rest of the page as it was, and says what to do', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const Missing = lazy(() => Promise.reject<never>(new TypeError('Failed to fetch dynamically imported module')));
  render(
    <MantineProvider env="test">
      <input defaultValue="half typed" />
      <PartGuard>
        <Suspense fallback="">
          <Missing />
        </Suspense>
      </PartGuard>
    </MantineProvider>,
  );
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This part could not be loaded/);
  expect(screen.getByRole('button', { name: 'Load the page again' })).toBeTruthy();
  expect(screen.getByDisplayValue('half typed')).toBeTruthy();
});
