import type { OwnAdvertisement } from '@sarafa/contracts';
import { type Answer, type Caller, makeShop, type RunningApp, type SignedInCaller } from '@sarafa/testing';

let count = 0;

/** Makes a shop and signs it in. */
export function newShop(product: RunningApp, admin: SignedInCaller): Promise<SignedInCaller> {
  return makeShop(product.url, admin, `ads.shop.${++count}`);
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

export async function adsOf(shop: Caller): Promise<OwnAdvertisement[]> {
  const { status, body } = await shop.call('get', '/advertisements/user/me');
  if (status !== 200) throw new Error(`Own ads: ${status}`);
  return body as OwnAdvertisement[];
}

export async function removeAds(shop: Caller): Promise<void> {
  for (const { id } of await adsOf(shop)) await shop.call('delete', `/advertisements/${id}`);
}
