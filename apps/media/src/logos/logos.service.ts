import { randomBytes } from 'node:crypto';
import { accountState, AppError, type StateKey, texts, users } from '@sarafa/contracts';
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
 * Keeps the logos that accounts have, and removes all others: those that were replaced, and those whose account was deleted or
 * never saved, whatever was down meanwhile. Published state says when to look. Only users, which owns the accounts, decides
 * what is removed. The logos of an account that users doesn't know go through `WatchedRemovals`, because users may be running
 * on the wrong database.
 */
@Injectable()
export class LogosService extends Repeating {
  /** Watches accounts that users doesn't know, by id. */
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
    state.onChange((stateKey, id) => this.changed(stateKey, id));
  }

  /**
   * Stores a logo that the account is about to get, and answers its `logo_url`. Throws `TOO_LARGE` and `WRONG_TYPE`, and
   * `NOT_FOUND` when the account was deleted meanwhile.
   */
  async store(accountId: string, file: Buffer): Promise<string> {
    const image = await logoImage(file);
    // Checked before the record is written: once there is a record, a missing bucket isn't made any more.
    await this.objects.check();
    // Subscribes to the account, so that the replaced logo is removed as soon as the account has the new one.
    await this.state.load(accountState, accountId);
    const key = `${FOLDER}/${accountId}/${randomBytes(12).toString('hex')}.webp`;
    await this.logos.add(accountId, key);
    await this.objects.put(key, image, LOGO_TYPE);
    // The deletion of the account removed the record before the bytes were stored.
    if (!(await this.logos.has(key))) {
      await this.objects.remove(key);
      throw new AppError('NOT_FOUND', texts.accounts.gone);
    }
    return urlOf(key);
  }

  /** Removes a logo whose account could not be saved with it. */
  async discard(accountId: string, url: string): Promise<void> {
    const named = (await this.logos.listByAccount(accountId)).filter(({ _id }) => urlOf(_id) === url);
    if (named.length > 0 && (await this.currentOf(accountId)) !== url) await this.removeAll(named);
  }

  /** Removes all logos of a deleted account. */
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

  private changed(stateKey: StateKey, id: string): void {
    if (stateKey !== accountState) return;
    // Without a tombstone, KV may merely have lost the key or purged it for want of a document: then the sweep watches the
    // account.
    const isDeleted = this.state.isTombstone(accountState, id);
    void this.settle(id, isDeleted ? { isGone: true, graceMs: 0 } : {}).catch((error: Error) =>
      this.log.warn(`Left to the sweep: ${error.message}`),
    );
  }

  /**
   * Removes the logos that the account doesn't have. A logo that the account has never had may belong to a save that is still
   * running, so it is kept until the grace is over. False when users doesn't know the account; then the logos are removed only
   * if the account `isGone`.
   */
  private async settle(
    accountId: string,
    { isGone = false, graceMs = this.config.LOGO_GRACE_MS }: { isGone?: boolean; graceMs?: number } = {},
  ): Promise<boolean> {
    // The logos are listed before users is asked: one that the account has had by now, but doesn't have in the answer, was
    // replaced for good.
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

  /** Bytes are removed first: the sweep finds a record without bytes, but never bytes without a record. */
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
