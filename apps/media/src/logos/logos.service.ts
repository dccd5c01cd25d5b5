import { randomBytes } from 'node:crypto';
import { accountState, AppError, portalTexts, type Slice, users } from '@sarafa/contracts';
import { Metrics, Repeating, RpcClient, StateCache, WatchedRemovals } from '@sarafa/server';
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
 * on an account that it doesn't know only with the care of `WatchedRemovals`: an operator may have started it on the wrong
 * database.
 */
@Injectable()
export class LogosService extends Repeating {
  /** Accounts that users doesn't know, by id. */
  private readonly unknown: WatchedRemovals;

  constructor(
    private readonly logos: LogosRepository,
    private readonly objects: Objects,
    private readonly state: StateCache,
    private readonly rpc: RpcClient,
    metrics: Metrics,
    @Inject(MEDIA_CONFIG) private readonly config: MediaConfig,
  ) {
    super();
    const { LOGO_GRACE_MS: graceMs, REMOVE_ANYWAY_UNTIL } = config;
    this.unknown = new WatchedRemovals(metrics, { what: 'logos-of-accounts', graceMs, REMOVE_ANYWAY_UNTIL });
    state.onChange((slice, id) => this.changed(slice, id));
  }

  /**
   * Stores a logo that the account is about to have, and answers its `logo_url`. Throws `TOO_LARGE` and `WRONG_TYPE`, and
   * `NOT_FOUND` when the account was deleted meanwhile.
   */
  async store(accountId: string, file: Buffer): Promise<string> {
    const image = await logoImage(file);
    // Before its record, after which no bucket is made.
    await this.objects.check();
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
    await this.settle(accountId, { isGone: true, graceMs: 0 });
  }

  protected pause(): number {
    return Math.min(SWEEP_MS, Math.max(this.config.LOGO_GRACE_MS / 4, this.config.SWEEP_MS));
  }

  protected async turn(): Promise<void> {
    const unknown: string[] = [];
    let [total, account, last] = [0, '', ''];
    let found: LogoDocument[];
    do {
      found = await this.logos.listAfter(last, BATCH);
      for (const { account_id } of found) {
        if (account_id === account) continue;
        account = account_id;
        total++;
        if (!(await this.settle(account))) unknown.push(account);
      }
      last = found.at(-1)?._id ?? '';
    } while (found.length === BATCH);
    await this.unknown.sweep(unknown, total, async (id) => void (await this.settle(id, { isGone: true })));
  }

  private changed(slice: Slice, id: string): void {
    if (slice !== accountState) return;
    // A key that KV has merely lost, or purged for want of a document, is an account that the sweep watches.
    const isDeleted = this.state.isTombstone(accountState, id);
    void this.settle(id, isDeleted ? { isGone: true, graceMs: 0 } : {}).catch((error: Error) =>
      this.log.warn(`Left to the sweep: ${error.message}`),
    );
  }

  /**
   * Removes what isn't its account's. One that its account hasn't had yet may be about to become its own, for as long as the
   * grace. False when users doesn't know the account, whose logos go only when it `isGone`.
   */
  private async settle(
    accountId: string,
    { isGone = false, graceMs = this.config.LOGO_GRACE_MS }: { isGone?: boolean; graceMs?: number } = {},
  ): Promise<boolean> {
    // Listed before its owner is asked: one that is marked by then and isn't the account's now has been replaced for good.
    const logos = await this.logos.listByAccount(accountId);
    if (logos.length === 0) return true;
    const has = await this.currentOf(accountId);
    if (has === null && !isGone) return false;
    const current = logos.find(({ _id }) => urlOf(_id) === has);
    if (current && !current.used) await this.logos.markUsed(current._id);
    const before = Date.now() - graceMs;
    await this.removeAll(logos.filter((logo) => logo !== current && (logo.used || logo.createdAt.getTime() <= before)));
    return true;
  }

  private async currentOf(id: string): Promise<string | null> {
    return (await this.rpc.call(users.getLogo, { id }, { role: 'public' })).logo_url;
  }

  /** Bytes first: a record without bytes is found again, bytes without a record never. */
  private async removeAll(logos: LogoDocument[]): Promise<void> {
    await this.logos.markUnused(logos.map(({ _id }) => _id));
    for (const { _id: key } of logos) {
      await this.objects.remove(key);
      await this.logos.remove(key);
    }
  }
}

function urlOf(key: string): string {
  return `/media/${key}`;
}
