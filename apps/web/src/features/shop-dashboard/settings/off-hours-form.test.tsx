/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../../testing/fake-api.js';
import { shop, SHOP_ID } from '../../../testing/fixtures.js';
import { closePortal, isOff, openPart, shopApi } from '../../../testing/portal.js';
import { OffHoursForm } from './off-hours-form.js';

const DOWN = { status: 503, code: 'UNAVAILABLE', message: 'down' } as const;
const user = userEvent.setup();
let api: FakeApi;
beforeEach(() => {
  api = shopApi();
});
afterEach(closePortal);

describe('off-hours', () => {
  const settings = `/user/profile-settings/${SHOP_ID}`;
  const open = () => openPart((own) => <OffHoursForm shop={own} />);
  const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Screens are black at night/ });
  const save = () => screen.getByRole('button', { name: 'Save off-hours' });

  it('are those of another device, where what was chosen here is what was saved', async () => {
    await open();
    await user.click(toggle());
    await user.click(toggle());
    api.reply('GET', '/user/profile/me', shop({ off_hours: { from: '22:30', to: '10:00' } }));
    dispatchEvent(new Event('focus'));
    await waitFor(() => expect(toggle().checked).toBe(true));
    expect(screen.getByLabelText<HTMLInputElement>('Black from').value).toBe('22:30');
  });

  it('are set with two times, and ended', async () => {
    await open();
    expect(toggle().checked).toBe(false);
    expect(screen.queryByRole('button', { name: 'Save off-hours' })).toBeNull();
    await user.click(toggle());
    fireEvent.change(screen.getByLabelText('Black from'), { target: { value: '22:00' } });
    fireEvent.change(screen.getByLabelText('Black until'), { target: { value: '22:00' } });
    screen.getByText('Choose two different times');
    expect(isOff(save())).toBe(true);
    fireEvent.change(screen.getByLabelText('Black until'), { target: { value: '' } });
    const wrong = ['Black from', 'Black until'].map((name) => screen.getByLabelText(name).getAttribute('aria-invalid'));
    expect([...wrong, screen.getByText('Choose a time').id]).toEqual([
      ...[null, 'true', screen.getByLabelText('Black until').getAttribute('aria-describedby')],
    ]);
    fireEvent.change(screen.getByLabelText('Black until'), { target: { value: '09:00' } });
    const off_hours = { from: '22:00', to: '09:00' };
    api.reply('PUT', settings, { message: 'ok', user: shop({ off_hours }) });
    await user.click(save());
    await screen.findByText('Off-hours updated');
    expect((await api.next('PUT', settings)).body).toEqual({ off_hours });
    // Turned off and on again, they are the shop's own and not the usual ones.
    await user.click(toggle());
    await user.click(toggle());
    expect(screen.getByLabelText<HTMLInputElement>('Black from').value).toBe('22:00');
    api.reply('PUT', settings, { message: 'ok', user: shop() });
    await user.click(toggle());
    await user.click(save());
    await waitFor(() => expect(api.sent('PUT', settings)).toHaveLength(2));
    expect(api.sent('PUT', settings)[1]!.body).toEqual({ off_hours: null });
    // The pressed button is removed.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 3, name: 'Off-hours' })));
  });

  it('keep what is changed while they are being saved', async () => {
    const first = { from: '21:00', to: '09:00' };
    api.reply('GET', '/user/profile/me', shop({ off_hours: first }));
    await open();
    fireEvent.change(screen.getByLabelText('Black from'), { target: { value: '22:00' } });
    api.reply('PUT', settings, { message: 'ok', user: shop({ off_hours: { ...first, from: '22:00' } }) });
    const release = api.hold('PUT', settings);
    await user.click(save());
    fireEvent.change(screen.getByLabelText('Black until'), { target: { value: '10:00' } });
    release();
    await screen.findByText('Off-hours updated');
    expect(screen.getByLabelText<HTMLInputElement>('Black until').value).toBe('10:00');
    await waitFor(() => expect(isOff(save())).toBe(false));
  });

  it('stay as they were when that fails', async () => {
    api.reply('GET', '/user/profile/me', shop({ off_hours: { from: '21:00', to: '09:00' } })).refuse('PUT', settings, DOWN);
    await open();
    expect(screen.getByLabelText<HTMLInputElement>('Black from').value).toBe('21:00');
    fireEvent.change(screen.getByLabelText('Black from'), { target: { value: '' } });
    screen.getByText('Choose a time');
    fireEvent.change(screen.getByLabelText('Black from'), { target: { value: '20:00' } });
    await user.click(save());
    await screen.findByText('Error updating off-hours. Please try again.');
    expect(screen.getByLabelText<HTMLInputElement>('Black from').value).toBe('20:00');
  });
});
