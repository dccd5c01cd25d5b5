/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { closePortal, renderAlone } from '../../testing/portal.js';
import { LogoField } from './logo-field.js';

const Reader = globalThis.FileReader;
afterEach(() => {
  globalThis.FileReader = Reader;
  closePortal();
});

it('of two logos that are chosen quickly the later one counts, whichever is read last', async () => {
  const chosen: (string | undefined)[] = [];
  const ends: (() => void)[] = [];
  globalThis.FileReader = class extends Reader {
    override readAsArrayBuffer(blob: Blob): void {
      ends.push(() => super.readAsArrayBuffer(blob));
    }
  };
  renderAlone(<LogoField url="" name="" fallback="" hint="" file={null} onFile={(file) => chosen.push(file?.name)} />);
  const field = document.querySelector<HTMLInputElement>('input[name=logo]')!;
  for (const name of ['first.png', 'second.png']) await userEvent.upload(field, new File(['x'], name, { type: 'image/png' }));
  ends[1]!();
  await waitFor(() => expect(chosen).toContain('second.png'));
  ends[0]!();
  await userEvent.upload(field, new File(['x'], 'third.png', { type: 'image/png' }));
  ends[2]!();
  await waitFor(() => expect(chosen).toContain('third.png'));
  expect(chosen).toEqual(['second.png', 'third.png']);
});
