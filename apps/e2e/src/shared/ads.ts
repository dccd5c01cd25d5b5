import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OwnAdvertisement } from '@sarafa/contracts';
import { type Answer, type Caller, type RunningApp, signIn, type SignedInCaller } from '@sarafa/testing';

const PASSWORD = 'password of a shop';
const PIECE_BYTES = 65_536;
let count = 0;

/** Makes a shop and signs it in. */
export async function newShop(product: RunningApp, admin: SignedInCaller): Promise<SignedInCaller> {
  const username = `ads.shop.${++count}`;
  const { status } = await admin.call('post', '/user/create', { username, password: PASSWORD });
  if (status !== 201) throw new Error(`A new shop: ${status}`);
  return signIn(product.url, username, PASSWORD);
}

/** A form as a browser sends it. */
export function adForm(bytes: Uint8Array<ArrayBuffer>, name: string, type = ''): FormData {
  const form = new FormData();
  form.set('advertisement', new Blob([bytes], { type }), name);
  return form;
}

export function upload(shop: Caller, bytes: Uint8Array<ArrayBuffer>, name: string, type?: string): Promise<Answer> {
  return shop.call('post', '/advertisements/upload', adForm(bytes, name, type));
}

/** The status of an upload. Sending it takes no more memory here than its one buffer. */
export async function send(
  product: RunningApp,
  { token }: SignedInCaller,
  bytes: Buffer,
  name: string,
  saysLength = true,
): Promise<number> {
  const [head, foot] = [
    `--b\r\ncontent-disposition: form-data; name="advertisement"; filename="${name}"\r\n\r\n`,
    '\r\n--b--\r\n',
  ].map((text) => Buffer.from(text));
  const asked = request(`${product.url}/advertisements/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      ...(saysLength ? { 'content-length': head!.length + bytes.length + foot!.length } : {}),
    },
  });
  const answered = new Promise<number>((resolve, reject) => {
    asked.once('error', reject).once('response', (answer) => resolve((answer.resume(), answer.statusCode!)));
  });
  function* pieces() {
    yield head;
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
    yield foot;
  }
  // A refusal may come before the end of the upload.
  await pipeline(Readable.from(pieces()), asked).catch(() => undefined);
  return answered;
}

export async function adsOf(shop: Caller): Promise<OwnAdvertisement[]> {
  const { status, body } = await shop.call('get', '/advertisements/user/me');
  if (status !== 200) throw new Error(`Own ads: ${status}`);
  return body as OwnAdvertisement[];
}

export async function removeAds(shop: Caller): Promise<void> {
  for (const { id } of await adsOf(shop)) await shop.call('delete', `/advertisements/${id}`);
}
