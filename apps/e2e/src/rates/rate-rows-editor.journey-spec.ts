/// <reference lib="dom" />
import { afterEach, describe, expect, it } from '@jest/globals';
import { groupRupees } from '@sarafa/domain';
import { until } from '@sarafa/testing';
import { Person, portal, refused, PHONE } from '../shared/portal-person.js';
import { atDashboard, bought, Editor, listOf, pavan, platinum, pricesOf, shopWith, shownAs, tola } from './rows-editor.js';

const site = portal();

describe('on a phone, the rows of a shop', () => {
  let person: Person;
  afterEach(() => person.leaves());

  it('become its own, are added, typed and moved, and stand on its board as they did beside the fields', async () => {
    const shop = await shopWith(site, 'Rows', []);
    const editor = await atDashboard(site, PHONE, shop);
    ({ person } = editor);
    const { part } = editor;
    await part.locator('label', { hasText: 'Own rows' }).click();
    await editor.press('Begin with the standard rows');
    const { gold_24k: standard } = await pricesOf(site, shop.id);
    await part.getByText(`₹${groupRupees(standard.sell!)}`).waitFor();
    expect(await person.faults()).toEqual([]);

    await part.getByLabel('Add a row').selectOption('22K gold, 8 g (pavan), sell');
    await editor.press('Add');
    const before = await editor.price(4);
    await part.getByLabel('Rupees a gram').fill('50.25');
    await part.getByLabel('Round to').selectOption('₹0.01');
    const typed = await editor.price(4);
    expect(typed).not.toBe(before);
    expect(typed).toMatch(/^₹1,\d\d,\d{3}\.\d\d$/);
    await part.getByText(`How ${typed} comes about`).click();
    await part.getByText(/^\(landed ₹[\d,.]+ a gram × 0.916 × 1.028 \+ ₹50.25 a gram\) × 8 g$/).waitFor();
    expect(await person.faults()).toEqual([]);
    await part.getByLabel('Percent', { exact: true }).fill('50.01');
    await part.getByText('Percent must be at most 50').waitFor();
    expect(await person.faults()).toEqual([]);
    await part.getByLabel('Percent', { exact: true }).fill('0');

    const handle = part.getByRole('button', { name: 'Move 22K gold, 8 g (pavan)', exact: true });
    await handle.focus();
    const isSaid = (text: string) => part.getByText(text).waitFor({ state: 'attached' });
    await person.page.keyboard.press('Space');
    await isSaid('22K gold, 8 g (pavan) is picked up, place 5 of 5.');
    for (const place of [4, 3]) {
      await person.page.keyboard.press('ArrowUp');
      await isSaid(`22K gold, 8 g (pavan) is over place ${place} of 5.`);
    }
    await person.page.keyboard.press('Space');
    await isSaid('Put 22K gold, 8 g (pavan) down at place 3 of 5.');
    await until(async () => (await editor.titles())[2] === '22K gold, 8 g (pavan)');
    expect(await handle.evaluate((button) => button === document.activeElement)).toBe(true);
    await editor.saves();
    await until(async () => (await pricesOf(site, shop.id)).rows.length === 5);
    const { rows } = await pricesOf(site, shop.id);
    expect([rows[2]!.unit_grams, shownAs(rows[2]!)]).toEqual([8, typed]);
    await editor.isAsOnBoard(shop.id);
    expect(await person.faults()).toEqual([]);
  });

  it('are dragged with the pointer, and one is taken back', async () => {
    const shop = await shopWith(site, 'Dragged', [pavan, tola, platinum]);
    const editor = await atDashboard(site, PHONE, shop);
    ({ person } = editor);
    await editor.isAsOnBoard(shop.id);
    await editor.part.scrollIntoViewIfNeeded();
    const [from, to] = await Promise.all([
      editor.rows.nth(0).locator('.rrow__grip').boundingBox(),
      editor.rows.nth(2).locator('.rrow__grip').boundingBox(),
    ]);
    const { mouse } = person.page;
    await mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2);
    await mouse.down();
    await mouse.move(from!.x + 10, from!.y + 40, { steps: 5 });
    await mouse.move(to!.x + 10, to!.y + to!.height / 2 + 8, { steps: 10 });
    await mouse.up();
    const order = async () => (await editor.titles()).map((title) => title.split(',')[0]);
    await until(async () => (await order()).join() === '24K gold,Platinum 950,22K gold');
    // A click within 50 ms of the drop counts as its end, and no hand is as quick.
    await until(async () => {
      const isOpen = (await editor.row(2).getAttribute('aria-expanded')) === 'true';
      if (!isOpen) await editor.row(2).click();
      return isOpen;
    });
    await editor.press('Delete row, 22K gold, 8 g (pavan)');
    await until(async () => (await editor.rows.count()) === 2);
    await editor.press('Undo');
    await until(async () => (await editor.rows.count()) === 3);
    await editor.press('Undo');
    await until(async () => (await order()).join() === '22K gold,24K gold,Platinum 950');
    expect(await person.faults()).toEqual([]);
  });

  it('that an admin saves meanwhile stand beside its own, which it keeps', async () => {
    const shop = await shopWith(site, 'Meanwhile', [pavan, tola]);
    const editor = await atDashboard(site, PHONE, shop);
    ({ person } = editor);
    await editor.isAsOnBoard(shop.id);
    await editor.row(0).click();
    await editor.part.getByLabel('Percent', { exact: true }).fill('1.25');
    const typed = await editor.price(0);
    await site.admin.call('put', `/user/rate-rows/${shop.id}`, { rev: 1, rows_mode: 'own', rows: [platinum, pavan, tola] });
    await editor.press('Save rows');
    const versions = ['Saved meanwhile', 'Yours'].map((name) => editor.part.getByRole('region', { name }));
    await Promise.all(versions.map((version) => version.waitFor()));
    expect(await Promise.all(versions.map((version) => version.getByRole('listitem').count()))).toEqual([3, 2]);
    await versions[1]!.getByText(typed).waitFor();
    const conflict = refused(409, '/api/user/rate-rows');
    expect(await person.faults(conflict)).toEqual([]);
    await editor.press('Keep mine');
    await person.isNotified('Rows saved successfully!');
    const saved = await listOf(site.admin, shop.id);
    expect(saved).toEqual({ rev: 3, rows_mode: 'own', rows: [{ ...pavan, percent: 1.25 }, tola] });
    await editor.isAsOnBoard(shop.id);
    expect(await editor.price(0)).toBe(typed);
    expect(await person.faults(conflict)).toEqual([]);
  });

  it('are copied by an admin from another shop', async () => {
    const [from, shop] = [
      await shopWith(site, 'Copied from', [bought, tola, platinum]),
      await shopWith(site, 'Copied to', [pavan]),
    ];
    person = await Person.at(site, PHONE, site.admin);
    await person.opens('/admin');
    await person.find(shop.shop_name);
    await person.press(`Edit & Settings, ${shop.shop_name}`);
    const dialog = person.page.getByRole('dialog');
    await dialog.waitFor();
    await dialog.getByRole('tab', { name: 'Rate rows' }).click();
    const editor = new Editor(site, person, dialog.locator('.part', { has: person.page.locator('.rrows') }));
    await editor.isAsOnBoard(shop.id);
    expect(await person.faults()).toEqual([]);
    await editor.part.getByRole('combobox', { name: 'Copy from another shop' }).fill('Copied from');
    await person.page.getByRole('option', { name: new RegExp(`\\(${from.shop_name}\\)$`) }).click();
    await until(async () => (await editor.rows.count()) === 3);
    expect((await listOf(site.admin, shop.id)).rows).toEqual([pavan]);
    expect(await person.faults()).toEqual([]);
    // Escape leaves a row where it was, and the dialog open.
    await editor.rows.nth(0).locator('.rrow__grip').focus();
    // A person presses the next key when the row has moved.
    await person.page.keyboard.press('Space');
    await editor.part.getByText(/ is picked up, place 1 of 3\.$|is over place 1 of 3\.$/).waitFor({ state: 'attached' });
    await person.page.keyboard.press('ArrowDown');
    await editor.part.getByText(/ is over place 2 of 3\.$/).waitFor({ state: 'attached' });
    await person.page.keyboard.press('Escape');
    await editor.part.getByText(/ is back where it was\.$/).waitFor({ state: 'attached' });
    await editor.saves();
    const anyId = expect.stringMatching(/^[0-9a-f]{24}$/);
    const rows = [bought, tola, platinum].map((row) => ({ ...row, id: anyId }));
    expect(await listOf(site.admin, shop.id)).toEqual({ rev: 2, rows_mode: 'own', rows });
    await editor.isAsOnBoard(shop.id);
    expect(await editor.price(2)).toBe('No rate');
    expect(await person.faults()).toEqual([]);
  });
});
