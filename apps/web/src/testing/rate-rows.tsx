import { rateRowDefaults, type RateRow, type RateRows } from '@sarafa/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RateRowsEditor } from '../features/rate-rows/rate-rows-editor.js';
import { SHOP_ID } from './fixtures.js';
import { renderAlone } from './portal.js';

export const LIST = `/user/rate-rows/${SHOP_ID}`;

/** `rateRow('a', 'gold 916 8 sell')` */
export function rateRow(id: string, text: string, over: Partial<RateRow> = {}): RateRow {
  const [metal, fineness, grams, side] = text.split(' ');
  const named = { metal: metal as RateRow['metal'], side: side as RateRow['side'] };
  return { ...rateRowDefaults, id, ...named, fineness: Number(fineness), unit_grams: Number(grams), ...over };
}

export const ownList = (rows: RateRow[], rev = 1): RateRows => ({ rev, rows_mode: 'own', rows });

/** What `PUT` answers. */
export const savedList = (rateRows: RateRows) => ({ message: 'Rows saved successfully!', rateRows });

export async function openEditor(canCopy = false): Promise<void> {
  renderAlone(<RateRowsEditor userId={SHOP_ID} canCopy={canCopy} />);
  await screen.findByRole('radiogroup', { name: 'What the board shows' });
}

/** The rows that are listed, as texts without the words of open ones. */
export function listedRows(): string[] {
  return toggles().map((toggle) => toggle.textContent);
}

export function toggles(): HTMLElement[] {
  return within(screen.getByRole('list', { name: 'Own rows' }))
    .getAllByRole('button')
    .filter((button) => button.hasAttribute('aria-expanded'));
}

/** Opens the row at this place, counted from 0. */
export async function openRow(place: number): Promise<void> {
  await userEvent.click(toggles()[place]!);
}

export const button = (name: string | RegExp) => screen.getByRole('button', { name });
