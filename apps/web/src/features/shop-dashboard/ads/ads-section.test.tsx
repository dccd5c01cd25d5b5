/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../../testing/fake-api.js';
import { ad, shop } from '../../../testing/fixtures.js';
import { closePortal, openPart, renderAlone, shopApi } from '../../../testing/portal.js';
import { AdsSection } from './ads-section.js';
import { DeleteAd } from './delete-ad.js';
import { TurnBar } from '../settings/turn-bar.js';
import { UploadsProvider } from './use-uploads.js';

const ID = 'a'.repeat(24);
const image = ad(1, { id: ID, _id: ID });
const video = ad(2, { file_type: 'video', file_name: 'dhanteras.mp4', duration: 18.2 });

let api: FakeApi;
beforeEach(() => {
  api = shopApi().reply('GET', '/advertisements/user/me', [image, video]);
});
afterEach(closePortal);

const open = async () => {
  await openPart((own) => (
    <UploadsProvider>
      <AdsSection shop={own} />
    </UploadsProvider>
  ));
  await screen.findByRole('heading', { name: /^Your Advertisements/ });
};
const notifyOutcome = (text: string) => screen.findByText(text);

describe("a shop's ads", () => {
  it('are cards with their durations', async () => {
    await open();
    expect(await screen.findByRole('heading', { name: 'Your Advertisements (2/5)' })).toBeTruthy();
    expect(screen.getByText('offer-1.jpg')).toBeTruthy();
    expect(screen.getByText('30 s')).toBeTruthy();
    expect(screen.getByText('0:18')).toBeTruthy();
  });

  it('are without one where the film’s file says none', async () => {
    api.reply('GET', '/advertisements/user/me', [{ ...video, duration: null }]);
    await open();
    expect((await screen.findByText('dhanteras.mp4')).closest('li')!.textContent).toMatch(/^–/);
  });

  it('are drawn to scale in one turn of the board, as far as their lengths are known', () => {
    const unknown = { ...video, duration: null };
    renderAlone(<TurnBar ads={[image, unknown, video]} priceSeconds={60} adSeconds={30} />);
    expect(screen.getByRole('img', { name: 'One turn: rates 60 s, ad 30 s, rates 60 s, ad 18 s' })).toBeTruthy();
    expect(screen.getByText('One turn 2:48')).toBeTruthy();
    closePortal();
    renderAlone(<TurnBar ads={[unknown]} priceSeconds={60} adSeconds={30} />);
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('warn of a video that TVs can’t play', async () => {
    api.reply('GET', '/advertisements/user/me', [{ ...video, warning: 'Many TVs can’t play HEVC.' }]);
    await open();
    expect(await screen.findByText('Many TVs can’t play HEVC.')).toBeTruthy();
  });

  it('are to be turned by whoever uploads a film for a vertical board', async () => {
    await open();
    expect(screen.queryByText(/^Your board is vertical/)).toBeNull();
    closePortal();
    api = shopApi()
      .reply('GET', '/advertisements/user/me', [image])
      .reply('GET', '/user/profile/me', shop({ layout_orientation: 'vertical' }));
    await open();
    expect(await screen.findByText(/^Your board is vertical/)).toBeTruthy();
  });

  it('are told to be none', async () => {
    api.reply('GET', '/advertisements/user/me', []);
    await open();
    expect(await screen.findByText('No advertisements uploaded yet.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Upload Your First Ad' }));
    expect(await screen.findByRole('dialog', { name: 'Manage Advertisements' })).toBeTruthy();
  });

  it('are asked for again when they couldn’t be read', async () => {
    api.refuse('GET', '/advertisements/user/me', { status: 503, code: 'UNAVAILABLE', message: 'down' });
    await open();
    await screen.findByText('Your advertisements can’t be read right now.');
    api.reply('GET', '/advertisements/user/me', [image]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('offer-1.jpg')).toBeTruthy();
  });
});

describe('deleting an ad', () => {
  const remove = async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete offer-1.jpg' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('Are you sure you want to delete this advertisement?')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete advertisement' }));
  };

  it('takes a question, and the list comes anew', async () => {
    api.reply('DELETE', `/advertisements/${ID}`, { message: 'Advertisement deleted successfully!' });
    await remove();
    await notifyOutcome('Advertisement deleted successfully!');
    await waitFor(() => expect(api.sent('GET', '/advertisements/user/me')).toHaveLength(2));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Your Advertisements/ }));
  });

  it('leaves the progress of those that still load', async () => {
    await open();
    // Nothing loads an image here.
    await screen.findByText('0%');
    api.reply('GET', '/advertisements/user/me', [video]).reply('DELETE', `/advertisements/${ID}`, { message: 'ok' });
    await userEvent.click(screen.getByRole('button', { name: 'Delete offer-1.jpg' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete advertisement' }));
    await screen.findByRole('heading', { name: 'Your Advertisements (1/5)' });
    expect(screen.getByText('Downloading Media Files...')).toBeTruthy();
  });

  it.each([
    [403, 'FORBIDDEN', 'Access denied: You do not have permission to delete this advertisement.'],
    [404, 'NOT_FOUND', 'Advertisement not found. It may have already been deleted.'],
    [500, 'INTERNAL', 'Server error occurred. Please try again later.'],
    [503, 'UNAVAILABLE', 'Error deleting advertisement: why'],
  ] as const)('that is answered by %d says why', async (status, code, text) => {
    api.refuse('DELETE', `/advertisements/${ID}`, { status, code, message: 'why' });
    await remove();
    await notifyOutcome(text);
    await waitFor(() => expect(api.sent('GET', '/advertisements/user/me')).toHaveLength(2));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete offer-1.jpg' }));
  });

  it('that nobody answers blames the network', async () => {
    await remove();
    await notifyOutcome('Network error. Please check your connection and try again.');
  });

  it('without a right id asks nobody', async () => {
    renderAlone(<DeleteAd ad={{ ...image, id: 'undefined' }} home={{ current: null }} onClose={() => undefined} />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete advertisement' }));
    await notifyOutcome('Invalid advertisement ID. Please refresh the page and try again.');
    expect(api.asked).toEqual([]);
  });
});
