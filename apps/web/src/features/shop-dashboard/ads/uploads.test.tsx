/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import type { FakeApi } from '../../../testing/fake-api.js';
import { ad } from '../../../testing/fixtures.js';
import { closePortal, isOff, openPart, renderAlone, shopApi } from '../../../testing/portal.js';
import { AdsSection } from './ads-section.js';
import { UploadDialog } from './upload-dialog.js';
import { UploadsProvider, useUploads } from './use-uploads.js';

const MB = 1_048_576;
/** The shop's ads before: an image and a video. */
const ADS = [ad(1), ad(2, { file_type: 'video' })];

let api: FakeApi;
beforeEach(() => {
  api = shopApi().reply('GET', '/advertisements/user/me', ADS);
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
const notifyOutcome = (text: string) => screen.findByText(text);
const file = (name: string, type: string, size = 1_000) => {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
const openUploads = async () => {
  await openPart((own) => (
    <Toggled by="Session">
      <UploadsProvider>
        <Toggled by="Dashboard">
          <AdsSection shop={own} />
        </Toggled>
      </UploadsProvider>
    </Toggled>
  ));
  await userEvent.click(await screen.findByRole('button', { name: '+ Upload New' }));
  return screen.findByRole('dialog');
};
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Choose images or videos', { selector: 'input' }), { target: { files } });

const nothing = () => undefined;
/** The dialog without the dashboard around it. */
function Uploads() {
  const home = { current: null };
  return <UploadDialog ads={ADS} adDisplayTime={30} uploads={useUploads()} home={home} onDelete={nothing} onClose={nothing} />;
}

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

  it('sends a file again alone, also a second one meanwhile, and leaves what was only chosen', async () => {
    await openUploads();
    choose(file('b.png', 'image/png'), file('c.mp4', 'video/mp4'));
    api.refuse('POST', '/advertisements/upload', { status: 415, code: 'WRONG_TYPE', message: 'No image at all' });
    await send(2);
    await waitFor(() => expect(screen.getAllByText('No image at all')).toHaveLength(2));
    choose(file('d.png', 'image/png'));
    await screen.findByText(/ waiting$/);
    api.reply('POST', '/advertisements/upload', stored);
    const letGo = api.hold('POST', '/advertisements/upload');
    await userEvent.click(screen.getByRole('button', { name: 'Retry b.png' }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry c.mp4' }));
    letGo();
    await notifyOutcome('Successfully uploaded 2 advertisement(s)!');
    const names = api.sent('POST', '/advertisements/upload').map(({ body }) => body);
    expect(names.slice(2)).toEqual([{ advertisement: 'b.png' }, { advertisement: 'c.mp4' }]);
    await send(1);
    await notifyOutcome('Successfully uploaded 1 advertisement(s)!');
    expect(api.sent('POST', '/advertisements/upload').at(-1)!.body).toEqual({ advertisement: 'd.png' });
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

  it('leaves the room of an ad that is deleted meanwhile', async () => {
    const dialog = await openUploads();
    choose(file('b.png', 'image/png'));
    const [image, video] = ADS;
    api.reply('POST', '/advertisements/upload', stored).reply('DELETE', `/advertisements/${image!.id}`, { message: 'ok' });
    const letGo = api.hold('POST', '/advertisements/upload');
    await send(1);
    await api.next('POST', '/advertisements/upload');
    api.reply('GET', '/advertisements/user/me', [video]);
    await userEvent.click(within(dialog).getByRole('button', { name: `Delete ${image!.file_name}` }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete advertisement' }));
    expect(await within(dialog).findByText('Current advertisements (1/5)')).toBeTruthy();
    letGo();
    await notifyOutcome('Successfully uploaded 1 advertisement(s)!');
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
