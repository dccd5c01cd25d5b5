import { isDeepStrictEqual } from 'node:util';
import {
  type Actor,
  AppError,
  KeptRevision,
  limits,
  type NewRateList,
  RateList,
  type RateListUpdate,
  texts,
  users,
} from '@sarafa/contracts';
import { Bus, requireAdmin, RpcClient } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import type { StoredRevision } from './rate-list.schema.js';
import { changesRates, type SentRates, setList, settingOf } from './list-setting.js';
import { publishedList, RateListsPublisher } from './rate-lists.publisher.js';
import { isThere, type Maker, type RateListDocument, RateListsRepository } from './rate-lists.repository.js';

const DAY_MS = 86_400_000;
const MOST = limits.rateList.perProvider;
/** Bytes, of the million that NATS takes. */
const MOST_IN_MESSAGE = 900_000;

/** Lists of fixed rates (rule 3.17). */
@Injectable()
export class RateListsService {
  constructor(
    private readonly lists: RateListsRepository,
    private readonly publisher: RateListsPublisher,
    private readonly rpc: RpcClient,
    private readonly bus: Bus,
  ) {}

  async list(actor: Actor): Promise<RateList[]> {
    requireAdmin(actor);
    const there = (await this.lists.listAll()).filter(isThere);
    return there.map(rateListOf).sort((a, b) => a.name.localeCompare(b.name));
  }

  async get(actor: Actor, id: string, reserve?: string): Promise<RateList> {
    requireAdmin(actor);
    const until = new Date(Date.now() + limits.rateList.reservedMs);
    const list = reserve === undefined ? this.lists.find(id) : this.lists.reserve(id, reserve, until);
    return rateListOf(known(await list));
  }

  async release(actor: Actor, id: string, reserved: string): Promise<void> {
    requireAdmin(actor);
    await this.lists.release(id, reserved, new Date());
  }

  async create(actor: Actor, { key, ...sent }: NewRateList & { key?: string | undefined }): Promise<RateList> {
    requireAdmin(actor);
    const maker = key === undefined ? {} : { created_by: actor.id, created_by_key: key };
    const before = await this.madeBefore(maker, sent);
    if (before) return this.published(before);
    if ((await this.lists.count()) >= MOST) throw new AppError('CONFLICT', texts.rateLists.full(MOST));
    const { setting, day } = setList(null, sent, new Date(await this.bus.clock.now()));
    const history = [{ ...setting, ...by(actor, sent) }];
    // Of two requests with the same key, the other one has made the list by now.
    const made =
      (await this.lists.add({ ...sent, ...setting, ...maker, day, history })) ?? (await this.madeBefore(maker, sent));
    return this.published(known(made));
  }

  /** Throws `CONFLICT` when the key has made another list. */
  private async madeBefore(maker: Maker, sent: NewRateList): Promise<RateListDocument | null> {
    const made = await this.lists.findMade(maker);
    if (!made) return null;
    const { history, ...list } = made;
    const { name, valid_hours, reminder_time = null } = list;
    const isSame =
      isDeepStrictEqual([name, valid_hours, reminder_time], [sent.name, sent.valid_hours, sent.reminder_time]) &&
      haveSameRates(history.at(-1)!, sent);
    if (!isSame) throw new AppError('CONFLICT', texts.errors.keyUsed);
    return list;
  }

  async update(actor: Actor, id: string, { name, valid_hours, reminder_time, ...rates }: RateListUpdate): Promise<RateList> {
    requireAdmin(actor);
    const head = { name, valid_hours, reminder_time };
    const fields = Object.fromEntries(Object.entries(head).filter(([, value]) => value !== undefined)) as typeof head;
    for (;;) {
      const before = known(await this.lists.find(id));
      const changed = await this.change(actor, before, fields, rates);
      // Null means that somebody else has changed the list since it was read.
      if (changed) return this.published(changed);
    }
  }

  /**
   * Throws `CONFLICT` for a list that shops use, also where a shop is put on it at this moment: who puts one on it reserves the list
   * first, and writes the shop before the reservation ends. So either the shop is counted, or the list is reserved, or was since it
   * was read, or the shop finds no list.
   */
  async delete(actor: Actor, id: string): Promise<void> {
    requireAdmin(actor);
    for (;;) {
      const list = known(await this.lists.find(id));
      const now = new Date();
      const { shops } = await this.rpc.call(users.countShopsOfRateList, { rate_list_id: id }, actor);
      const coming = list.reserved?.filter(({ until }) => until > now).length ?? 0;
      if (shops + coming > 0) throw new AppError('CONFLICT', texts.rateLists.inUse(shops + coming));
      if (await this.lists.delete(list, now)) break;
    }
    await this.publisher.publishSoon();
  }

  /** Settings that earlier releases have kept have the list's present name. */
  async revisions(actor: Actor, id: string): Promise<KeptRevision[]> {
    requireAdmin(actor);
    const [history, list] = await Promise.all([this.lists.history(id), this.lists.find(id)]);
    if (!history || !list) throw notFound();
    return keptRevisions(history.map((revision) => ({ name: list.name, valid_hours: list.valid_hours, ...revision })));
  }

  private async change(
    actor: Actor,
    before: RateListDocument,
    fields: Pick<RateListUpdate, 'name' | 'valid_hours' | 'reminder_time'>,
    rates: SentRates,
  ): Promise<RateListDocument | null> {
    if (!changesRates(rates)) return this.lists.change(before, fields, [], null);
    const { setting, day, removed } = setList(before, rates, new Date(await this.bus.clock.now()));
    return this.lists.change(before, { ...fields, ...setting, day }, removed, {
      ...setting,
      ...by(actor, { ...before, ...fields }),
    });
  }

  private async published(list: RateListDocument): Promise<RateList> {
    await this.publisher.publishSoon();
    return rateListOf(list);
  }
}

function haveSameRates(one: Parameters<typeof settingOf>[0], other: Parameters<typeof settingOf>[0]): boolean {
  const sameTime = new Date(0);
  return isDeepStrictEqual(settingOf(one, sameTime), settingOf(other, sameTime));
}

/** What a revision has beside its rates. */
export function by(actor: Actor, { name, valid_hours }: Pick<RateList, 'name' | 'valid_hours'>) {
  return { name, valid_hours, ...('id' in actor && { set_by: actor.id }) };
}

/** Those of the last 400 days, as many as a message has room for. */
export function keptRevisions(revisions: readonly StoredRevision[]): KeptRevision[] {
  const kept = Date.now() - limits.historyDays * DAY_MS;
  let room = MOST_IN_MESSAGE;
  return revisions
    .filter((revision) => (room -= JSON.stringify(revision).length) > 0)
    .filter(({ set_at }) => set_at.getTime() >= kept)
    .map(({ set_at, set_by = null, ...rest }) => KeptRevision.parse({ ...rest, set_at: set_at.toISOString(), set_by }));
}

function rateListOf(list: RateListDocument): RateList {
  return RateList.parse(publishedList(list));
}

function known(list: RateListDocument | null): RateListDocument {
  if (!list) throw notFound();
  return list;
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', texts.rateLists.notFound);
}
