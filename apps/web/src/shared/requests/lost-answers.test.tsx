/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { shop, SHOP_ID } from '../../testing/fixtures.js';
import { admin, adminsApi, closePortal, enter, fill, openAdmin, openShop, shopApi } from '../../testing/portal.js';
import { button, LIST, openEditor, openRow, ownList, rateRow } from '../../testing/rate-rows.js';

const user = userEvent.setup();
const PROFILE = `/user/profile-settings/${SHOP_ID}`;
const CHANGED = { status: 409, code: 'CONFLICT', message: 'Somebody else has saved.' } as const;
const row = rateRow('a', 'gold 916 8 sell');

afterEach(() => {
  jest.restoreAllMocks();
  closePortal();
});
/** The time at which an answer that was long awaited is lost. */
const later = () => {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + 20_000);
};

it('a setting whose answer was lost is saved, and says so', async () => {
  const api = shopApi()
    .reply('PUT', PROFILE, { message: 'saved', user: shop({ gold_margin: 2 }) })
    .lose('PUT', PROFILE);
  await openShop();
  await fill(/^Gold/, '2');
  await user.click(screen.getByRole('button', { name: 'Save margins' }));
  await screen.findByText('Margin settings updated successfully!');
  expect(api.sent('PUT', PROFILE).map(({ body }) => body)).toEqual([{ gold_margin: 2 }, { gold_margin: 2 }]);
});

it('a setting whose answer was lost after long is not sent once more, because somebody may have changed it meanwhile', async () => {
  const api = shopApi()
    .reply('PUT', PROFILE, { message: 'saved', user: shop({ gold_margin: 2 }) })
    .lose('PUT', PROFILE);
  const release = api.hold('PUT', PROFILE);
  await openShop();
  await fill(/^Gold/, '2');
  await user.click(screen.getByRole('button', { name: 'Save margins' }));
  await api.next('PUT', PROFILE);
  const reads = api.sent('GET', '/user/profile/me').length;
  later();
  release();
  await waitFor(() => expect(api.sent('GET', '/user/profile/me').length).toBeGreaterThan(reads));
  expect(await screen.findAllByText(/can’t be reached/)).not.toEqual([]);
  expect(api.sent('PUT', PROFILE)).toHaveLength(1);
});

it('a password whose answer was lost is not sent once more, because the present one may be the new one by now', async () => {
  const api = shopApi();
  await openShop();
  await user.click(screen.getByRole('button', { name: 'Your account' }));
  await enter(await screen.findByLabelText('Current password'), 'the right one');
  await enter(screen.getByLabelText('New password'), 'another one');
  await user.keyboard('{Enter}');
  expect(await screen.findAllByText(/can’t be reached/)).not.toEqual([]);
  expect(api.sent('PUT', '/auth/password')).toHaveLength(1);
});

it('what is made once is asked for with its key when the answer was lost', async () => {
  const api = adminsApi()
    .reply('POST', '/admin/create', { message: 'Admin created successfully', admin: admin({ username: 'newone' }) })
    .lose('POST', '/admin/create');
  await openAdmin('/admin/create-admin');
  await enter(screen.getByLabelText('Username'), 'newone');
  await enter(screen.getByLabelText('Password'), 'gold-and-silver');
  await user.keyboard('{Enter}');
  await screen.findByText('Admin created successfully');
  const [first, second] = api.sent('POST', '/admin/create');
  expect(second!.repeatKey).toBe(first!.repeatKey);
});

it('rows that are stored as they were sent are saved, whatever the repetition is told', async () => {
  const api = shopApi().reply('GET', LIST, ownList([row]));
  await openEditor();
  await openRow(0);
  await fill('Percent', '1.5');
  api
    .refuse('PUT', LIST, CHANGED)
    .lose('PUT', LIST)
    .reply('GET', LIST, ownList([{ ...row, percent: 1.5 }], 2));
  await user.click(button('Save rows'));
  await screen.findByText('Rows saved successfully!');
  expect(screen.queryByText('Somebody else has saved these rows meanwhile')).toBeNull();
});

it('rows that somebody else has saved otherwise are shown beside one’s own', async () => {
  const api = shopApi().reply('GET', LIST, ownList([row]));
  await openEditor();
  await openRow(0);
  await fill('Percent', '1.5');
  api.refuse('PUT', LIST, CHANGED).reply('GET', LIST, ownList([{ ...row, percent: 3 }], 2));
  await user.click(button('Save rows'));
  await screen.findByText('Somebody else has saved these rows meanwhile');
});
