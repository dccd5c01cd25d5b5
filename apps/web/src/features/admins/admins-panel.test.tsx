/** @jest-environment ./src/testing/web-environment.mjs */
import { texts } from '@sarafa/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { admin, ADMIN_ID, adminsApi, closePortal, openAdmin, OTHER_ADMIN_ID } from '../../testing/portal.js';

const user = userEvent.setup();
let api: FakeApi;
beforeEach(() => {
  api = adminsApi();
});
afterEach(closePortal);

async function askToDelete(): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'Delete support' }));
  return screen.findByRole('alertdialog');
}

describe('the admins list', () => {
  it('has id, username and logo, and leads to the edit form', async () => {
    await openAdmin('/admin');
    const table = await screen.findByRole('table', { name: 'Admins' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((line) => line.textContent),
    ).toEqual(['AdminRoleIdActions', `ashaOwner${ADMIN_ID}`, `supportOwner${OTHER_ADMIN_ID}`]);
    await user.click(within(table).getByRole('link', { name: 'Edit, support' }));
    expect(location.pathname).toBe(`/admin/update-admin/${OTHER_ADMIN_ID}`);
  });

  it('deletes after a question', async () => {
    await openAdmin('/admin');
    const question = await askToDelete();
    expect(question.textContent).toContain('Are you sure you want to delete this admin?');
    api.reply('DELETE', `/admin/delete/${OTHER_ADMIN_ID}`, { message: 'gone' }).reply('GET', '/admin/list', [admin()]);
    await user.click(within(question).getByRole('button', { name: 'Delete admin' }));
    expect(await screen.findByText('Admin deleted successfully')).toBeTruthy();
  });

  it('says why an admin could not be deleted', async () => {
    await openAdmin('/admin');
    const question = await askToDelete();
    api.refuse('DELETE', `/admin/delete/${OTHER_ADMIN_ID}`, {
      status: 409,
      code: 'CONFLICT',
      message: texts.admins.last,
    });
    await user.click(within(question).getByRole('button', { name: 'Delete admin' }));
    expect((await screen.findByText('Error deleting admin')).parentElement!.textContent).toContain(texts.admins.last);
  });

  it('resets the second step of another admin after a question', async () => {
    await openAdmin('/admin');
    const button = await screen.findByRole('button', { name: 'Reset second step, support' });
    expect(screen.queryByRole('button', { name: 'Reset second step, asha' })).toBeNull();
    const path = `/admin/${OTHER_ADMIN_ID}/factors`;
    for (const [message, title] of [
      [texts.factors.noneToReset, 'Error resetting the second step'],
      [texts.factors.reset, ''],
    ] as const) {
      await user.click(button);
      const question = await screen.findByRole('alertdialog');
      expect(question.textContent).toContain('Has support lost the second step?');
      if (title) api.refuse('DELETE', path, { status: 404, code: 'NOT_FOUND', message });
      else api.reply('DELETE', path, { message });
      await user.click(within(question).getByRole('button', { name: 'Reset second step' }));
      await screen.findByText(message);
      if (title) await screen.findByText(title);
    }
  });

  it('keeps one from deleting oneself, and says so', async () => {
    await openAdmin('/admin');
    await user.click(await screen.findByRole('button', { name: 'Delete asha' }));
    expect(await screen.findByText('You can’t delete yourself')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('says when it could not be read', async () => {
    api.refuse('GET', '/admin/list', { status: 503, code: 'UNAVAILABLE', message: 'down' });
    await openAdmin('/admin');
    expect(await screen.findByText('Error fetching admins')).toBeTruthy();
  });
});
