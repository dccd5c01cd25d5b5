import { randomBytes } from 'node:crypto';
import { accountState, AppError, type StateKey, texts, users } from '@sarafa/contracts';
import { inPages, Metrics, Repeating, RpcClient, StateCache, WatchedRemovals } from '@sarafa/server';
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
 * what is removed. Users may be running on a wrong or older database, so what an account had stays for the grace: by its mark
 * where the account has a newer logo, and by `WatchedRemovals` where it has an older one or users doesn't know the account.
 */
@Injectable()
export class LogosService extends Repeating {
  /** Watches accounts that users doesn't know, by id. */
  private readonly unknown: WatchedRemovals;
  /** Watches logos that accounts had, and that no newer one has replaced, by key. */
  private readonly dropped: WatchedRemovals;

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
    const watched = (what: string) => new WatchedRemovals(metrics, { what, graceMs, REMOVE_ANYWAY_UNTIL });
    this.unknown = watched('logos-of-accounts');
    this.dropped = watched('dropped-logos');
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
    // Subscribes to the account, so that the logo is marked as soon as the account has it.
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
    const dropped = new Map<string, LogoDocument>();
    let [total, accounts, account] = [0, 0, ''];
    const all = inPages<LogoDocument>((last, size) => this.logos.listAfter(last?._id ?? '', size), BATCH);
    for await (const { account_id } of all) {
      total++;
      if (account_id === account) continue;
      account = account_id;
      accounts++;
      const had = await this.settle(account);
      if (!had) unknown.push(account);
      for (const logo of had ?? []) dropped.set(logo._id, logo);
    }
    await this.unknown.sweep(unknown, accounts, async (id) => void (await this.settle(id, { isGone: true })));
    await this.dropped.sweep(dropped.keys(), total, (key) => this.removeDropped(dropped.get(key)!));
  }

  private async removeDropped(logo: LogoDocument): Promise<void> {
    const has = await this.currentOf(logo.account_id);
    if (has !== null && has !== urlOf(logo._id)) await this.removeAll([logo]);
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
   * Removes the logos that the account doesn't have once their grace is over: one that it has never had may belong to a save that
   * is still running. Answers those that it had and that no newer one has replaced, which users can only say where two were saved
   * at once, or from an older copy of its database. Null when users doesn't know the account; then all are removed only if it
   * `isGone`.
   */
  private async settle(
    accountId: string,
    { isGone = false, graceMs = this.config.LOGO_GRACE_MS }: { isGone?: boolean; graceMs?: number } = {},
  ): Promise<LogoDocument[] | null> {
    // The logos are listed before users is asked: one that the account has had by now, but doesn't have in the answer, was left.
    const logos = await this.logos.listByAccount(accountId);
    if (logos.length === 0) return [];
    const has = await this.currentOf(accountId);
    if (has === null && !isGone) return null;
    const current = logos.find(({ _id }) => urlOf(_id) === has);
    if (current && (!current.used || current.left_at)) await this.logos.markUsed(current._id);
    const isOver = (since: Date | null) => since !== null && since.getTime() <= Date.now() - graceMs;
    const others = logos.filter((logo) => logo !== current);
    const had = others.filter(({ used }) => used);
    const neverHad = others.filter(({ used, createdAt }) => !used && isOver(createdAt));
    if (has === null) {
      await this.removeAll([...had, ...neverHad]);
      return [];
    }
    const isReplaced = ({ createdAt }: LogoDocument) => current !== undefined && current.createdAt > createdAt;
    const replaced = had.filter(isReplaced);
    const left = replaced.filter(({ left_at }) => left_at === null).map(({ _id }) => _id);
    if (left.length > 0) await this.logos.markLeft(left, new Date());
    await this.removeAll([...neverHad, ...replaced.filter(({ left_at }) => isOver(left_at))]);
    return had.filter((logo) => !isReplaced(logo));
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
