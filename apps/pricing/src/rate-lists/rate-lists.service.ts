import {
  type Actor,
  AppError,
  limits,
  Metal,
  type NewRateList,
  RateList,
  RateListSetting,
  type RateListUpdate,
  texts,
  users,
} from '@sarafa/contracts';
import { dayOfList, listedPrices } from '@sarafa/domain';
import { requireAdmin, RpcClient } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { publishedList, RateListsPublisher } from './rate-lists.publisher.js';
import { type Maker, type RateListDocument, RateListsRepository } from './rate-lists.repository.js';
import type { StoredSetting } from './rate-list.schema.js';

/** Lists of fixed rates (rule 3.17). */
@Injectable()
export class RateListsService {
  constructor(
    private readonly lists: RateListsRepository,
    private readonly publisher: RateListsPublisher,
    private readonly rpc: RpcClient,
  ) {}

  async list(actor: Actor): Promise<RateList[]> {
    requireAdmin(actor);
    const there = (await this.lists.listAll()).filter(({ deleted }) => !deleted);
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
    const now = new Date();
    const setting = settingOf(sent, now);
    const day = dayOfList(null, listedPrices(setting), now.getTime());
    const made =
      (await this.madeBefore(maker, sent)) ??
      (await this.lists.add({ ...sent, ...setting, ...maker, day, history: [setting] })) ??
      // Of two requests with the same key, the other one has made the list by now.
      (await this.madeBefore(maker, sent));
    return this.published(known(made));
  }

  /** Throws `CONFLICT` when the key has made another list. */
  private async madeBefore(maker: Maker, sent: NewRateList): Promise<RateListDocument | null> {
    const made = await this.lists.findMade(maker);
    if (!made) return null;
    const { history, ...list } = made;
    const isSame = list.name === sent.name && list.valid_hours === sent.valid_hours && haveSameRates(history.at(-1)!, sent);
    if (!isSame) throw new AppError('CONFLICT', texts.errors.keyUsed);
    return list;
  }

  async update(actor: Actor, id: string, { name, valid_hours, ...rates }: RateListUpdate): Promise<RateList> {
    requireAdmin(actor);
    const fields = { ...(name === undefined ? {} : { name }), ...(valid_hours === undefined ? {} : { valid_hours }) };
    for (;;) {
      const before = known(await this.lists.find(id));
      const changed = await this.change(before, fields, rates);
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

  async history(actor: Actor, id: string): Promise<RateListSetting[]> {
    requireAdmin(actor);
    const settings = await this.lists.history(id);
    if (!settings) throw notFound();
    return settings.map(({ set_at, ...rates }) => RateListSetting.parse({ ...rates, set_at: set_at.toISOString() }));
  }

  private change(
    before: RateListDocument,
    fields: Pick<RateListUpdate, 'name' | 'valid_hours'>,
    rates: Omit<RateListUpdate, 'name' | 'valid_hours'>,
  ): Promise<RateListDocument | null> {
    const sent = Metal.options.filter((metal) => rates[metal] !== undefined);
    if (sent.length === 0) return this.lists.change(before, fields, [], null);
    const now = new Date();
    const all = { ...before, ...rates };
    const setting = settingOf(all, now);
    const earlier = { landed: listedPrices(before), setAt: before.set_at.getTime(), day: before.day };
    const day = dayOfList(earlier, listedPrices(setting), now.getTime());
    const removed = sent.filter((metal) => rates[metal] === null);
    return this.lists.change(before, { ...fields, ...setting, day }, removed, setting);
  }

  private async published(list: RateListDocument): Promise<RateList> {
    await this.publisher.publishSoon();
    return rateListOf(list);
  }
}

type Sent = { readonly [M in Metal]?: StoredSetting[M] | null | undefined };

function haveSameRates(one: Sent, other: Sent): boolean {
  return Metal.options.every((metal) =>
    (['fineness', 'per_gram'] as const).every((field) => one[metal]?.[field] === other[metal]?.[field]),
  );
}

/** The rates of a list alone. */
function settingOf(sent: Sent, set_at: Date): StoredSetting {
  const rates = Metal.options.flatMap((metal) => (sent[metal] ? [[metal, sent[metal]] as const] : []));
  return { ...Object.fromEntries(rates), set_at } as StoredSetting;
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
