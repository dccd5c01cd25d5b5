/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { shop, SHOP_ID } from '../../testing/fixtures.js';
import { closePortal, fill, isOff, keptAs, openShop, renderAlone, shopApi } from '../../testing/portal.js';
import { isSomethingTyped } from '../../shared/typed.js';
import { button, LIST, listedRows, openEditor, openRow, ownList, rateRow, savedList } from '../../testing/rate-rows.js';
import { type DraftRow, isSameRow } from './draft-rows.js';
import { RateRowsEditor } from './rate-rows-editor.js';

const DOWN = { status: 503, code: 'UNAVAILABLE', message: 'down' } as const;
const CHANGED = { status: 409, code: 'CONFLICT', message: 'Somebody else has saved.' } as const;
const pavan = rateRow('a', 'gold 916 8 sell');
const silver = rateRow('b', 'silver 1000 1 sell');
const save = () => button('Save rows');

let api: FakeApi;
beforeEach(() => {
  api = shopApi().reply('GET', LIST, ownList([pavan]));
});
afterEach(closePortal);

async function typePercent(percent: string): Promise<void> {
  await openEditor();
  await openRow(0);
  await fill('Percent', percent);
}

describe('a list of rows', () => {
  it('that can’t be read says so, and is asked for again', async () => {
    api.refuse('GET', LIST, DOWN);
    renderAlone(<RateRowsEditor userId={SHOP_ID} canCopy={false} />);
    expect((await screen.findByRole('alert')).textContent).toBe('The rate rows can’t be shown right now.');
    api.reply('GET', LIST, ownList([pavan]));
    await userEvent.click(button('Try again'));
    await screen.findByRole('list', { name: 'Own rows' });
  });

  it('is sent once, however often Save is pressed', async () => {
    await typePercent('1.5');
    api.reply('PUT', LIST, savedList(ownList([{ ...pavan, percent: 1.5 }], 2)));
    const release = api.hold('PUT', LIST);
    await userEvent.dblClick(save());
    expect(button('Saving')).toBeTruthy();
    release();
    await screen.findByText('Rows saved successfully!');
    expect(api.sent('PUT', LIST).map(({ body }) => body)).toEqual([ownList([{ ...pavan, percent: 1.5 }])]);
  });

  it('is another one with each field of a row that is another one', () => {
    const other: DraftRow = {
      ...{ id: 'b', title: 'Bar', metal: 'silver', fineness: 999, unit_grams: 10, side: 'buy', percent: 1 },
      ...{ rupees_per_gram: 1, round_to: 100, rounding: 'up', shown: false },
    };
    const same = Object.keys(other).filter((field) => isSameRow(pavan, { ...pavan, [field]: other[field as keyof DraftRow] }));
    expect(same).toEqual([]);
  });

  it('stays as it was typed when it can’t be saved', async () => {
    await typePercent('1.5');
    api.refuse('PUT', LIST, DOWN);
    await userEvent.click(save());
    await screen.findByText('The rows could not be saved');
    expect(screen.getByLabelText<HTMLInputElement>('Percent').value).toBe('1.5');
  });

  it('keeps what is typed while it is being saved, and saves that with the new rev', async () => {
    await typePercent('1');
    api.reply('PUT', LIST, savedList(ownList([{ ...pavan, percent: 1 }], 2)));
    const release = api.hold('PUT', LIST);
    await userEvent.click(save());
    await userEvent.type(screen.getByLabelText('Percent'), '.5');
    release();
    await screen.findByText('Rows saved successfully!');
    expect(screen.getByLabelText<HTMLInputElement>('Percent').value).toBe('1.5');
    await waitFor(() => expect(isOff(save())).toBe(false));
    await userEvent.click(save());
    await waitFor(() => expect(api.sent('PUT', LIST)).toHaveLength(2));
    expect(api.sent('PUT', LIST)[1]!.body).toEqual(ownList([{ ...pavan, percent: 1.5 }], 2));
  });

  it('that was changed elsewhere shows, unless something is typed here', async () => {
    await openShop();
    await screen.findByRole('list', { name: 'Own rows' });
    api.reply('GET', LIST, ownList([silver, pavan], 2));
    fireEvent(window, new Event('focus'));
    await waitFor(() => expect(listedRows()).toHaveLength(2));
    await openRow(0);
    await fill('Percent', '3');
    api.reply('GET', LIST, ownList([pavan], 3));
    fireEvent(window, new Event('focus'));
    await waitFor(() => expect(api.sent('GET', LIST)).toHaveLength(3));
    expect(listedRows()).toHaveLength(2);
    // With the rev that the changes began with, so that the server can tell.
    api.refuse('PUT', LIST, CHANGED);
    await userEvent.click(save());
    expect((await api.next('PUT', LIST)).body).toMatchObject({ rev: 2 });
  });

  it('that was changed elsewhere shows where what was typed is as it was before', async () => {
    await typePercent('1.5');
    await fill('Percent', '0');
    expect(isOff(save())).toBe(true);
    api.reply('GET', LIST, ownList([silver, pavan], 2));
    fireEvent(window, new Event('focus'));
    await waitFor(() => expect(listedRows()).toHaveLength(2));
    expect(isSomethingTyped()).toBe(false);
  });
});

describe('a list that somebody else has saved meanwhile', () => {
  const theirs = ownList([silver, { ...pavan, percent: 2 }], 5);
  const collide = async () => {
    await typePercent('1.5');
    api.refuse('PUT', LIST, CHANGED).reply('GET', LIST, theirs);
    await userEvent.click(save());
    const conflict = await screen.findByRole('group', { name: 'Somebody else has saved these rows meanwhile' });
    expect(document.activeElement).toBe(within(conflict).getByRole('heading', { level: 3 }));
    const version = (name: RegExp) =>
      within(within(conflict).getByRole('region', { name }))
        .getAllByRole('listitem')
        .map((row) => row.textContent);
    return { theirs: version(/^Saved meanwhile/), mine: version(/^Yours/) };
  };

  it('isn’t replaced by rows of which one can’t be sent, which is in the form again', async () => {
    await typePercent('1.5');
    api.refuse('PUT', LIST, CHANGED).reply('GET', LIST, theirs);
    const release = api.hold('PUT', LIST);
    await userEvent.click(save());
    await userEvent.type(screen.getByLabelText('Percent'), ' or 2');
    release();
    await userEvent.click(await screen.findByRole('button', { name: 'Keep mine' }));
    await screen.findByText('Please correct the marked rows first.');
    expect(screen.getByLabelText<HTMLInputElement>('Percent').value).toBe('1.5 or 2');
    expect(api.sent('PUT', LIST)).toHaveLength(1);
  });

  it('is shown beside one’s own, which stays when it is kept', async () => {
    const shown = await collide();
    // 15,782.10 x 0.916 x 8 = 115,651.2288; x 1.02 = 117,964.25..., x 1.015 = 117,385.99...
    expect(shown).toEqual({
      theirs: ['Silver, 1 gSellonly here₹236', '22K gold, 8 g (pavan)Selldifferent₹1,17,964'],
      mine: ['22K gold, 8 g (pavan)Selldifferent₹1,17,386'],
    });
    api.reply('PUT', LIST, savedList(ownList([{ ...pavan, percent: 1.5 }], 6)));
    await userEvent.click(button('Keep mine'));
    await screen.findByText('Rows saved successfully!');
    expect(api.sent('PUT', LIST)[1]!.body).toEqual(ownList([{ ...pavan, percent: 1.5 }], 5));
    expect(listedRows()).toHaveLength(1);
    expect(isOff(save())).toBe(true);
    expect(document.activeElement).toBe(button('Undo'));
  });

  it('is taken, and Undo brings one’s own back', async () => {
    await collide();
    await userEvent.click(button('Take theirs'));
    expect(document.activeElement).toBe(button('Undo'));
    expect(listedRows()).toHaveLength(2);
    expect([isOff(save()), api.sent('PUT', LIST).length]).toEqual([true, 1]);
    await userEvent.click(button('Undo'));
    expect(listedRows()).toHaveLength(1);
    api.reply('PUT', LIST, savedList(ownList([{ ...pavan, percent: 1.5 }], 6)));
    await userEvent.click(save());
    await screen.findByText('Rows saved successfully!');
    expect(api.sent('PUT', LIST)[1]!.body).toEqual(ownList([{ ...pavan, percent: 1.5 }], 5));
  });

  it('is shown anew when it was saved once more', async () => {
    await collide();
    api.reply('GET', LIST, ownList([silver], 6));
    await userEvent.click(button('Keep mine'));
    const region = screen.getByRole('region', { name: /^Saved meanwhile/ });
    await waitFor(() => expect(within(region).getAllByRole('listitem')).toHaveLength(1));
    expect(screen.getByRole('region', { name: /^Yours/ })).toBeTruthy();
  });

  it('that can’t be read leaves one’s own where it is', async () => {
    await typePercent('1.5');
    api.refuse('PUT', LIST, CHANGED).refuse('GET', LIST, DOWN);
    await userEvent.click(save());
    await screen.findByText(/and that version can’t be read right now/);
    expect(screen.getByLabelText<HTMLInputElement>('Percent').value).toBe('1.5');
  });
});

describe('the rows of another shop', () => {
  const OTHER = 'f'.repeat(24);
  const copyFrom = async () => {
    await userEvent.click(await screen.findByRole('combobox', { name: 'Copy from another shop' }));
    await userEvent.click(await screen.findByText('navkar (Navkar Gold)'));
  };
  beforeEach(() => {
    keptAs('admin');
    api.reply('GET', '/user/list', [shop(), shop({ id: OTHER, _id: OTHER, username: 'navkar', shop_name: 'Navkar Gold' })]);
  });

  it('are put into the draft with ids of their own, and saved with it', async () => {
    api.reply('GET', `/user/rate-rows/${OTHER}`, ownList([silver, pavan], 9));
    await openEditor(true);
    await copyFrom();
    await screen.findByText('2 rows copied from navkar (Navkar Gold). Save to keep them.');
    expect(screen.queryByText('mahalaxmi (Mahalaxmi Jewellers)')).toBeNull();
    expect(listedRows().map((text) => text.split(',')[0])).toEqual(['Silver', '22K gold']);
    expect(api.sent('PUT', LIST)).toEqual([]);
    api.reply('PUT', LIST, savedList(ownList([], 2)));
    await userEvent.click(save());
    const anyId = expect.stringMatching(/^[0-9a-f]{24}$/);
    const rows = [
      { ...silver, id: anyId },
      { ...pavan, id: anyId },
    ];
    expect((await api.next('PUT', LIST)).body).toEqual({ rev: 1, rows_mode: 'own', rows });
  });

  it('are none where that shop has none, and nothing changes', async () => {
    api.reply('GET', `/user/rate-rows/${OTHER}`, { rev: 0, rows_mode: 'standard', rows: [] });
    await openEditor(true);
    await copyFrom();
    await screen.findByText('That shop has no own rows.');
    expect(listedRows()).toHaveLength(1);
    expect(isOff(save())).toBe(true);
  });

  it('are no shop’s to copy', async () => {
    await openEditor();
    expect(screen.queryByText('Copy from another shop')).toBeNull();
    expect(api.sent('GET', '/user/list')).toEqual([]);
  });
});

it('asks for the rates of the shop that is edited', async () => {
  await openEditor();
  expect(await api.next('GET', `/user/rate-rows/${SHOP_ID}/basis`)).toBeTruthy();
});
