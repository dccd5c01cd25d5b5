import { randomBytes } from 'node:crypto';
import { accountState, AppError, portalTexts, type Slice, users } from '@sarafa/contracts';
import { Repeating, RpcClient, StateCache } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { MediaConfig } from '../media.config.js';
import { MEDIA_CONFIG } from '../media.tokens.js';
import { Objects } from '../storage/objects.js';
import type { LogoDocument } from './logo.schema.js';
import { LOGO_TYPE, logoImage } from './logo-image.js';
import { LogosRepository } from './logos.repository.js';

const SWEEP_MS = 60_000;
const BATCH = 200;
const FOLDER = 'logos';

/**
 * Keeps the logos that accounts have, and no others: one that was replaced, or whose account was deleted or never saved,
 * goes, whatever was down meanwhile. Published state says when to look; only the accounts' owner is believed on what goes, and
 * on an account that it doesn't know only after the grace: an operator may have started it on the wrong database.
 */
@Injectable()
export class LogosService extends Repeating {
  /** When each account that users doesn't know was first seen to be so; by id. */
  private readonly unknown = new Map<string, number>();

  constructor(
    private readonly logos: LogosRepository,
    private readonly objects: Objects,
    private readonly state: StateCache,
    private readonly rpc: RpcClient,
    @Inject(MEDIA_CONFIG) private readonly config: MediaConfig,
  ) {
    super();
    state.onChange((slice, id) => this.changed(slice, id));
  }

  /**
   * Stores a logo that the account is about to have, and answers its `logo_url`. Throws `TOO_LARGE` and `WRONG_TYPE`, and
   * `NOT_FOUND` when the account was deleted meanwhile.
   */
  async store(accountId: string, file: Buffer): Promise<string> {
    const image = await logoImage(file);
    // Heard from now on, so that what it replaces goes as soon as the account has it.
    await this.state.load(accountState, accountId);
    const key = `${FOLDER}/${accountId}/${randomBytes(12).toString('hex')}.webp`;
    await this.logos.add(accountId, key);
    await this.objects.put(key, image, LOGO_TYPE);
    // Its deletion found the record, but not yet the bytes.
    if (!(await this.logos.has(key))) {
      await this.objects.remove(key);
      throw new AppError('NOT_FOUND', portalTexts.accounts.gone);
    }
    return urlOf(key);
  }

  /** Removes a logo that its account doesn't have after all. */
  async discard(accountId: string, url: string): Promise<void> {
    const named = (await this.logos.listByAccount(accountId)).filter(({ _id }) => urlOf(_id) === url);
    if (named.length > 0 && (await this.currentOf(accountId)) !== url) await this.removeAll(named);
  }

  /** Of an account that is no more. */
  async removeOf(accountId: string): Promise<void> {
    await this.settle(accountId, 0);
  }

  protected pause(): number {
    return Math.min(SWEEP_MS, Math.max(this.config.LOGO_GRACE_MS / 4, this.config.SWEEP_MS));
  }

  protected async turn(): Promise<void> {
    let last = '';
    let found: LogoDocument[];
    do {
      found = await this.logos.listAfter(last, BATCH);
      for (const account of new Set(found.map(({ account_id }) => account_id)))
        await this.settle(account, this.config.LOGO_GRACE_MS);
      last = found.at(-1)?._id ?? '';
    } while (found.length === BATCH);
  }

  private changed(slice: Slice, id: string): void {
    if (slice !== accountState) return;
    const graceMs = this.state.peek(accountState, id) === null ? 0 : this.config.LOGO_GRACE_MS;
    void this.settle(id, graceMs).catch((error: Error) => this.log.warn(`Left to the sweep: ${error.message}`));
  }

  /** One that its account hasn't had yet may be about to become its own, for as long as the grace. */
  private async settle(accountId: string, graceMs: number): Promise<void> {
    // Listed before its owner is asked: one that is marked by then and isn't the account's now has been replaced for good.
    const logos = await this.logos.listByAccount(accountId);
    if (logos.length === 0) return void this.unknown.delete(accountId);
    const has = await this.currentOf(accountId);
    if (this.isSuspect(accountId, has, graceMs)) return;
    const current = logos.find(({ _id }) => urlOf(_id) === has);
    if (current && !current.used) await this.logos.markUsed(current._id);
    const before = Date.now() - graceMs;
    await this.removeAll(logos.filter((logo) => logo !== current && (logo.used || logo.createdAt.getTime() <= before)));
  }

  /** Nobody has said that it was deleted, which its tombstone does. */
  private isSuspect(accountId: string, has: string | null, graceMs: number): boolean {
    const since = this.unknown.get(accountId) ?? Date.now();
    const isSuspect = has === null && Date.now() - since < graceMs;
    if (isSuspect) this.unknown.set(accountId, since);
    else this.unknown.delete(accountId);
    return isSuspect;
  }

  private async currentOf(id: string): Promise<string | null> {
    return (await this.rpc.call(users.getLogo, { id }, { role: 'public' })).logo_url;
  }

  /** Bytes first: a record without bytes is found again, bytes without a record never. */
  private async removeAll(logos: LogoDocument[]): Promise<void> {
    for (const { _id: key } of logos) {
      await this.objects.remove(key);
      await this.logos.remove(key);
    }
  }
}

function urlOf(key: string): string {
  return `/media/${key}`;
}
