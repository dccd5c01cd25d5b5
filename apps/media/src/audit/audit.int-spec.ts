import { describe, expect, it } from '@jest/globals';
import {
  type Actor,
  audit,
  type AuditEntry,
  media,
  type OwnAdvertisement,
  rateCards,
  type Rpc,
  type UploadedAdvertisement,
} from '@sarafa/contracts';
import { CALLER_HEADER, callerHeader, handledSubjects, newAppContext, withRequest } from '@sarafa/server';
import { mediaFile, until } from '@sarafa/testing';
import { mediaApp } from '../media.app.js';
import { MediaModule } from '../media.module.js';
import { mediaHarness, newId } from '../testing/media-harness.js';

const CALLER = { username: 'somebody else', device: 'Chrome on Windows', address: '203.0.113.0/24' };

describe("media's part of the log of changes", () => {
  const w = mediaHarness();

  const newShop = async () => {
    const shop = await w.createShop();
    const { token } = await w.signIn(shop);
    const actor = { id: shop.id, role: 'user', username: shop.username };
    return { ...shop, token, actor };
  };
  type Shop = Awaited<ReturnType<typeof newShop>>;
  const upload = async ({ token }: Shop, name = 'vp8.webm', headers: Record<string, string> = {}) => {
    const body = new FormData();
    body.set('advertisement', new Blob([mediaFile(name)]), name);
    const sent = { authorization: `Bearer ${token}`, [CALLER_HEADER]: callerHeader(CALLER), ...headers };
    const answer = await fetch(`${w.urls[0]}/advertisements`, { method: 'POST', headers: sent, body });
    return { status: answer.status, ad: ((await answer.json()) as Partial<UploadedAdvertisement>).advertisement };
  };
  const remove = ({ id }: OwnAdvertisement, actor: Actor) =>
    withRequest({ caller: callerHeader(CALLER) }, () => w.rpc.call(media.deleteAdvertisement, { id }, actor));
  const listed = ({ id: userId }: Shop) => w.rpc.call(audit.media, { limit: 50, userId }, w.admin);
  const from = { device: CALLER.device, address: CALLER.address };
  const any = { id: expect.any(String), at: expect.any(String) } as unknown as AuditEntry;
  const fields = { file_name: 'vp8.webm', file_type: 'video' };

  it('has one exact entry of an upload, by whoever the token is of', async () => {
    const shop = await newShop();
    const { ad } = await upload(shop);
    const subject = { kind: 'ad', id: ad!.id, name: 'vp8.webm' };
    const made = { action: 'ad.added', actor: shop.actor, subject, userId: shop.id, before: null, after: fields };
    expect(await until(async () => (await listed(shop)).length > 0)).toBe(true);
    expect(await listed(shop)).toEqual([{ ...any, ...made, from }]);
  });

  it('says nothing of where an upload comes from beside a gateway of the release before', async () => {
    const shop = await newShop();
    await upload(shop, 'picture.png', { [CALLER_HEADER]: 'nothing that is known' });
    await until(async () => (await listed(shop)).length > 0);
    expect(await listed(shop)).toMatchObject([{ actor: shop.actor, from: { device: null, address: null } }]);
  });

  it.each(['the shop', 'an admin'] as const)('has one exact entry of an ad that %s deletes', async (who) => {
    const shop = await newShop();
    const { ad } = await upload(shop);
    const actor: Actor = who === 'the shop' ? { role: 'user', id: shop.id } : w.admin;
    await remove(ad!, actor);
    const subject = { kind: 'ad', id: ad!.id, name: 'vp8.webm' };
    const gone = { action: 'ad.deleted', subject, userId: shop.id, before: fields, after: null };
    await until(async () => (await listed(shop)).length === 2);
    const [entry] = await listed(shop);
    expect(entry).toEqual({ ...any, ...gone, actor: { ...actor, username: CALLER.username }, from });
  });

  it('has nothing of an upload that is repeated or refused, or of a deletion that is refused', async () => {
    const [shop, other] = [await newShop(), await newShop()];
    const key = { 'idempotency-key': `key-${newId()}` };
    const { ad } = await upload(shop, 'vp8.webm', key);
    expect((await upload(shop, 'vp8.webm', key)).ad).toEqual(ad);
    expect((await upload(shop, 'make.sh')).status).toBe(415);
    await expect(remove(ad!, { role: 'user', id: other.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await until(async () => (await listed(shop)).length > 0);
    expect((await listed(shop)).map(({ action }) => action)).toEqual(['ad.added']);
    expect(await listed(other)).toEqual([]);
  });

  it('knows every call that changes something', () => {
    const reads = [media, audit].flatMap((of) => Object.values<Rpc>(of as never)).filter(({ kind }) => kind === 'read');
    // A card is a picture of rates, made when somebody asks for it, and no change.
    const known = [...reads, rateCards.make, media.deleteAdvertisement].map(({ subject }) => subject);
    const module = MediaModule.with(mediaApp.config.parse(w.servers.env), newAppContext());
    expect(handledSubjects(module).filter((subject) => !known.includes(subject))).toEqual([]);
  });
});
