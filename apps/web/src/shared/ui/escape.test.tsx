/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { shop } from '../../testing/fixtures.js';
import { adminsApi, closePortal, openAdmin, openEditor } from '../../testing/portal.js';

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('Escape', () => {
  beforeEach(() => {
    adminsApi({ shops: [shop(), shop({ id: 'c'.repeat(24), username: 'navkar', shop_name: 'Navkar' })] })
      .reply('GET', '/admin/custom-tables', [])
      .reply('GET', '/admin/screens', [])
      .reply('GET', `/admin/custom-tables/user/${shop().id}`, []);
  });
  afterEach(closePortal);

  const openers: [string, string, () => Promise<unknown>][] = [
    ['a new custom table', 'User', () => openAdmin('/admin/custom-tables').then(() => press('+ Create Custom Table'))],
    ['a claim of a screen', 'Shop', () => openAdmin('/admin/screens').then(() => press('Add a screen'))],
    ['the editor', 'Copy from another shop', openEditor],
  ];

  it.each(openers)('in the open list of %s closes the list alone', async (_, label, open) => {
    await open();
    const field = await screen.findByRole('combobox', { name: label });
    await userEvent.click(field);
    expect(field.getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{Escape}');
    expect(field.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByRole('dialog')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes the open price types alone, wherever the focus is', async () => {
    await openEditor();
    await press('Price types');
    await userEvent.type(screen.getByLabelText('City'), 'Pune');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByLabelText('24K gold')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toContain('Pune');
  });
});
