/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import type { FakeApi } from '../../testing/fake-api.js';
import { ad, shop } from '../../testing/fixtures.js';
import { closePortal, isOff, openPart, renderAlone, shopApi } from '../../testing/portal.js';
import { AdsSection } from './ads-section.js';
import { DeleteAd } from './delete-ad.js';
import { TurnBar } from './turn-bar.js';
import { UploadDialog } from './upload-dialog.js';
import { UploadsProvider, useUploads } from './use-uploads.js';

const MB = 1_048_576;
const ID = 'a'.repeat(24);
const image = ad(1, { id: ID, _id: ID });
const video = ad(2, { file_type: 'video', file_name: 'dhanteras.mp4', duration: 18.2 });

let api: FakeApi;
beforeEach(() => {
  api = shopApi().reply('GET', '/advertisements/user/me', [image, video]);
});
afterEach(closePortal);

/** What a button of this name takes away, and brings again. */
function Toggled({ by, children }: { by: string; children: ReactNode }) {
  const [isThere, setIsThere] = useState(true);
  return (
    <>
      {isThere && children}
      <button onClick={() => setIsThere(!isThere)}>{by}</button>
    </>
  );
}
const open = async () => {
  await openPart((own) => (
    <Toggled by="Session">
      <UploadsProvider>
        <Toggled by="Dashboard">
          <AdsSection shop={own} />
        </Toggled>
      </UploadsProvider>
    </Toggled>
  ));
  await screen.findByRole('heading', { name: /^Your Advertisements/ });
};
const notifyOutcome = (text: string) => screen.findByText(text);
const file = (name: string, type: string, size = 1_000) => {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
const openUploads = async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: '+ Upload New' }));
  return screen.findByRole('dialog');
};
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Choose images or videos', { selector: 'input' }), { target: { files } });

const nothing = () => undefined;
/** The dialog without the dashboard around it. */
function Uploads() {
  const home = { current: null };
  return (
    <UploadDialog
      ads={[image, video]}
      adDisplayTime={30}
      uploads={useUploads()}
      home={home}
      onDelete={nothing}
      onClose={nothing}
    />
  );
}

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

describe('choosing files', () => {
  it.each([
    [
      'too large a video',
      [file('a.mp4', 'video/mp4', 50 * MB + 1)],
      'File a.mp4 is too large. Maximum size for videos is 50MB.',
    ],
    [
      'too large an image',
      [file('a.png', 'image/png', 100 * MB + 1)],
      'File a.png is too large. Maximum size for images is 100MB.',
    ],
    ['something else', [file('a.svg', 'image/svg+xml')], 'File a.svg is not a valid image or video file.'],
    [
      'a video too many',
      [file('a.mp4', 'video/mp4'), file('b.mp4', 'video/mp4')],
      'You can only upload a maximum of 2 videos. You currently have 1 videos.',
    ],
    [
      'an image too many',
      ['a.png', 'b.png', 'c.png'].map((name) => file(name, 'image/png')),
      'You can only upload a maximum of 5 files total (2 videos + 3 images). You currently have 1 images and 1 videos.',
    ],
  ])('refuses %s before a byte is sent', async (_, files, text) => {
    await openUploads();
    choose(...files);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText('Selected files')).toBeNull();
    expect(api.sent('POST', '/advertisements/upload')).toEqual([]);
  });

  it.each([
    ['a.jfif', 'image/pjpeg', 'x'],
    ['a.jpg', 'image/jpg', 'x'],
    ['a.png', '', 'x'],
    ['IMG_0001', 'application/octet-stream', '\u00ff\u00d8\u00ff\u00e0'],
  ])('takes what the server may take: %s of type "%s"', async (name, type, text) => {
    await openUploads();
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    choose(new File([bytes], name, { type }));
    expect(await screen.findByRole('button', { name: 'Upload 1 File(s)' })).toBeTruthy();
    expect(document.querySelector<HTMLInputElement>('.dropzone input')!.accept).toBe('');
  });

  it('keeps the good ones of a batch', async () => {
    await openUploads();
    choose(file('a.svg', 'image/svg+xml'), file('b.png', 'image/png', 3.4 * MB), file('c.mp4', 'video/mp4', 38.2 * MB));
    expect(await screen.findByText('2 files, 41.6 MB')).toBeTruthy();
    expect(screen.getByText('File a.svg is not a valid image or video file.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Upload 2 File(s)' })).toBeTruthy();
    choose(file('tiny.png', 'image/png', 900));
    expect(await screen.findByText('under 0.1 MB · waiting')).toBeTruthy();
  });

  it('counts what was chosen a moment before, and says which files it leaves out', async () => {
    renderAlone(
      <UploadsProvider>
        <Uploads />
      </UploadsProvider>,
    );
    choose(file('a.svg', 'image/svg+xml'), file('b.png', 'image/png'), file('c.png', 'image/png'));
    // The dropzone hands the first ones over, and their first bytes aren't read yet.
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    choose(file('d.png', 'image/png'), file('e.png', 'image/png'));
    expect(await screen.findByText('Left out: d.png, e.png')).toBeTruthy();
    expect(screen.getByText(/^You can only upload a maximum of 5 files/)).toBeTruthy();
    expect(screen.getByText('File a.svg is not a valid image or video file.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Upload 2 File(s)' })).toBeTruthy();
    expect(screen.queryByTitle('d.png')).toBeNull();
  });

  it('says so when none was chosen', async () => {
    const dialog = await openUploads();
    await userEvent.click(within(dialog).getByRole('button', { name: /^Upload/ }));
    expect(await screen.findByText('Please select files to upload')).toBeTruthy();
  });
});

describe('uploading', () => {
  const stored = { message: 'ok', advertisement: ad(3) };
  const keysSent = () => api.sent('POST', '/advertisements/upload').map(({ repeatKey }) => repeatKey);
  const send = async (count: number) => userEvent.click(await screen.findByRole('button', { name: `Upload ${count} File(s)` }));

  it('sends one file after the other, tells how far it is, and clears the selection', async () => {
    await openUploads();
    choose(file('b.png', 'image/png'), file('c.mp4', 'video/mp4'));
    api.reply('POST', '/advertisements/upload', stored);
    const letGo = api.hold('POST', '/advertisements/upload');
    await send(2);
    expect(await screen.findByText(/ 50%$/)).toBeTruthy();
    expect(screen.getByText(/ waiting$/)).toBeTruthy();
    expect(isOff(screen.getByRole('button', { name: 'Uploading...' }))).toBe(true);
    expect(api.sent('POST', '/advertisements/upload')).toHaveLength(1);
    letGo();
    await notifyOutcome('Successfully uploaded 2 advertisement(s)!');
    expect(api.sent('POST', '/advertisements/upload').map(({ body, token }) => [body, token])).toEqual([
      [{ advertisement: 'b.png' }, "user's token"],
      [{ advertisement: 'c.mp4' }, "user's token"],
    ]);
    expect(new Set(keysSent()).size).toBe(2);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(api.sent('GET', '/advertisements/user/me').length).toBeGreaterThan(1));
  });

  it('keeps a file that failed, with the reason, and sends it again', async () => {
    await openUploads();
    const room = () => screen.getByText(/^Room for/).textContent;
    const before = room();
    choose(file('b.png', 'image/png'));
    api.refuse('POST', '/advertisements/upload', { status: 415, code: 'WRONG_TYPE', message: 'No image at all' });
    await send(1);
    await notifyOutcome('Error uploading advertisements. Please try again.');
    expect(screen.getByText('No image at all')).toBeTruthy();
    expect(room()).toBe(before);
    api.reply('POST', '/advertisements/upload', stored);
    await userEvent.click(screen.getByRole('button', { name: 'Retry b.png' }));
    expect(document.activeElement).not.toBe(document.body);
    await notifyOutcome('Successfully uploaded 1 advertisement(s)!');
    const [first, second] = keysSent();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
  });

  it('keeps the focus in the dialog when the file with the focus is stored, and others have failed', async () => {
    await openUploads();
    choose(file('b.png', 'image/png'), file('c.png', 'image/png'));
    api.refuse('POST', '/advertisements/upload', { status: 415, code: 'WRONG_TYPE', message: 'No image at all' });
    await send(2);
    await waitFor(() => expect(screen.getAllByText('No image at all')).toHaveLength(2));
    api.reply('POST', '/advertisements/upload', stored);
    await userEvent.click(screen.getByRole('button', { name: 'Retry b.png' }));
    await notifyOutcome('Successfully uploaded 1 advertisement(s)!');
    expect(screen.queryByTitle('b.png')).toBeNull();
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  });

  it('can be cancelled, and goes on with the next', async () => {
    await openUploads();
    choose(file('b.png', 'image/png'), file('c.png', 'image/png'));
    api.reply('POST', '/advertisements/upload', stored);
    const letGo = api.hold('POST', '/advertisements/upload');
    await send(2);
    const lists = () => api.sent('GET', '/advertisements/user/me').length;
    const before = lists();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel b.png' }));
    expect(await screen.findByText(/ cancelled$/)).toBeTruthy();
    // It may have been stored all the same.
    await waitFor(() => expect(lists()).toBeGreaterThan(before));
    await waitFor(() => expect(api.sent('POST', '/advertisements/upload')).toHaveLength(2));
    letGo();
    await notifyOutcome('Successfully uploaded 1 advertisement(s)!');
    expect(screen.getByRole('button', { name: 'Retry b.png' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove b.png' }));
    expect(screen.queryByText('Selected files')).toBeNull();
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  });

  it('goes on on another page of the shop, and what has failed is offered on the dashboard', async () => {
    await openUploads();
    choose(file('b.png', 'image/png'));
    api.refuse('POST', '/advertisements/upload', { status: 415, code: 'WRONG_TYPE', message: 'No image at all' });
    const letGo = api.hold('POST', '/advertisements/upload');
    await send(1);
    await api.next('POST', '/advertisements/upload');
    fireEvent.click(screen.getByText('Dashboard'));
    expect(screen.queryByRole('heading')).toBeNull();
    letGo();
    await notifyOutcome('Error uploading advertisements. Please try again.');
    fireEvent.click(screen.getByText('Dashboard'));
    await userEvent.click(await screen.findByRole('button', { name: '1 file isn’t uploaded' }));
    expect(screen.getByText('No image at all')).toBeTruthy();
  });

  it('ends with the session, and says so', async () => {
    await openUploads();
    choose(file('b.png', 'image/png'), file('c.png', 'image/png'));
    api.reply('POST', '/advertisements/upload', stored);
    const letGo = api.hold('POST', '/advertisements/upload');
    await send(2);
    await api.next('POST', '/advertisements/upload');
    fireEvent.click(screen.getByText('Session'));
    letGo();
    await notifyOutcome('Error uploading advertisements. Please try again.');
    expect(api.sent('POST', '/advertisements/upload')).toHaveLength(1);
  });

  it('goes on while the dialog is closed', async () => {
    const dialog = await openUploads();
    choose(file('b.png', 'image/png'));
    api.reply('POST', '/advertisements/upload', stored);
    const letGo = api.hold('POST', '/advertisements/upload');
    await send(1);
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!);
    expect(await screen.findByText('Uploading 1 of 1')).toBeTruthy();
    letGo();
    await notifyOutcome('Successfully uploaded 1 advertisement(s)!');
  });
});
