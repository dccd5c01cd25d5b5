import {
  type Actor,
  AppError,
  limits,
  type Screen,
  type ScreenCommand,
  type ScreenStates,
  type ScreenUpdate,
  texts,
} from '@sarafa/contracts';
import { Bus, requireAdmin, requireOwnerOrAdmin } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { AlarmsRepository } from '../alarms/alarms.repository.js';
import { LiveScreens } from '../screen-states/live-screens.js';
import { ScreenStatesRepository } from '../screen-states/screen-states.repository.js';
import type { ScreenStateRow } from '../screen-states/screen-state.schema.js';
import type { ShopScreensDocument, StoredScreen } from './screen.schema.js';
import { settingsOf, ScreensPublisher } from './screens.publisher.js';
import { type ListedShop, ScreensRepository } from './screens.repository.js';

/** Pages of a list end after this many screens, because a message of NATS holds a megabyte. */
const IN_A_PAGE = 800;
/** A state is a tenth of a screen. */
const STATES_IN_A_PAGE = 5_000;

export interface StatesPage extends Omit<ScreenStates, 'count'> {
  /** Of all screens; the first page alone has it. */
  readonly count?: number | undefined;
  readonly next: string | null;
}

/** Which screens are listed: all of them where nothing is said. */
export interface Listed {
  readonly userId?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  /** The last shop of the page before. */
  readonly after?: string | undefined;
}

/** The screens of shops (rules 14.2 to 14.5). Methods throw `NOT_FOUND` for an unknown screen, `FORBIDDEN` for another shop's. */
@Injectable()
export class ScreensService {
  constructor(
    private readonly shops: ScreensRepository,
    private readonly publisher: ScreensPublisher,
    private readonly live: LiveScreens,
    private readonly states: ScreenStatesRepository,
    private readonly alarms: AlarmsRepository,
    private readonly bus: Bus,
  ) {}

  async newId(): Promise<string> {
    return this.shops.newId(await this.bus.clock.now());
  }

  /** All screens of all shops, in pages that end with a shop; or those of one, or those that are named. */
  async list(actor: Actor, { userId, ids, after }: Listed): Promise<{ screens: Screen[]; next: string | null }> {
    if (userId !== undefined) {
      requireOwnerOrAdmin(actor, userId);
      return { screens: await this.screensOf(await this.shops.listByIds([userId])), next: null };
    }
    requireAdmin(actor);
    if (ids) {
      const named = await this.screensOf(await this.shops.listByScreens(ids));
      return { screens: named.filter(({ id }) => ids.includes(id)), next: null };
    }
    const found = await this.shops.countsAfter(after, IN_A_PAGE);
    let [count, taken] = [0, 0];
    while (taken < found.length && (taken === 0 || count + found[taken]!.count <= IN_A_PAGE)) count += found[taken++]!.count;
    const page = found.slice(0, taken).map(({ id }) => id);
    const isLast = taken === found.length && found.length < IN_A_PAGE;
    return { screens: await this.screensOf(await this.shops.listByIds(page)), next: isLast ? null : page.at(-1)! };
  }

  /** How the screens are, in short, in pages ordered by the screen's id. */
  async statesAfter(actor: Actor, after?: string): Promise<StatesPage> {
    requireAdmin(actor);
    const count = after === undefined ? await this.shops.countScreens() : undefined;
    const rows = await this.states.listShortAfter(after ?? '', STATES_IN_A_PAGE);
    const [dark, off]: [ScreenStates['dark'], ScreenStates['off']] = [[], []];
    for (const row of rows) {
      const { state, since, is_off } = this.live.of(row._id, row, row.since);
      if (state !== 'playing') dark.push({ id: row._id, state, since });
      else if (is_off) off.push(row._id);
    }
    return { count, dark, off, next: rows.length < STATES_IN_A_PAGE ? null : rows.at(-1)!._id };
  }

  async get(actor: Actor, id: string): Promise<Screen> {
    return this.screenIn(await this.owned(actor, id), id);
  }

  /** Null for a screen that isn't there. */
  async find(id: string): Promise<Screen | null> {
    const shop = await this.shops.findByScreen(id);
    return shop && this.screenIn(shop, id);
  }

  /** Throws `CONFLICT` where the shop has as many screens as it may have. */
  async add(userId: string, screen: Pick<StoredScreen, '_id' | 'name' | 'paired_at'>): Promise<Screen> {
    // First, because a screen without a row of its state would never be counted.
    await this.states.add(screen._id, userId, screen.paired_at);
    const shop = await this.shops.add(userId, screen);
    if (!shop) {
      await this.states.remove(screen._id);
      throw new AppError('CONFLICT', texts.screens.full(limits.screens.perShop));
    }
    await this.publisher.publishSoon(shop);
    return this.screenIn(shop, screen._id);
  }

  async update(actor: Actor, id: string, fields: ScreenUpdate): Promise<Screen> {
    const shop = await this.owned(actor, id);
    // Settings that are sent as they are stored are no change.
    const changed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    if (Object.keys(changed).length === 0) return this.screenIn(shop, id);
    const after = await this.shops.update(id, changed);
    if (!after) throw notFound();
    await this.publisher.publishSoon(after);
    return this.screenIn(after, id);
  }

  /** Until then the screen raises no alarm; null ends that. */
  async snooze(actor: Actor, id: string, until: Date | null): Promise<Screen> {
    const shop = await this.owned(actor, id);
    const { name } = shop.screens.find(({ _id }) => _id === id)!;
    await this.states.snooze(id, name, shop.id as string, until);
    return this.screenIn(shop, id);
  }

  /** A screen has done what the actor wanted. */
  async commanded(actor: Actor, id: string, command: ScreenCommand): Promise<void> {
    await this.owned(actor, id);
    await this.shops.commanded(id, command);
  }

  /** When this resolves, every gateway refuses the screen's token. */
  async delete(actor: Actor, id: string): Promise<void> {
    const shop = await this.owned(actor, id);
    const removed = await this.publisher.revoke(shop.id as string, () => this.shops.remove(id));
    if (removed === null) throw notFound();
    // Where this fails, or is never reached, `LeftScreensSweep` does it.
    await Promise.all([this.states.remove(id), this.alarms.drop(id)]);
    this.live.forget(id);
  }

  private async owned(actor: Actor, id: string): Promise<ShopScreensDocument> {
    const shop = await this.shops.findByScreen(id);
    if (!shop) throw notFound();
    requireOwnerOrAdmin(actor, shop.id as string);
    return shop;
  }

  private async screenIn(shop: ShopScreensDocument, id: string): Promise<Screen> {
    const { screens } = shop.toObject();
    const screen = (await this.screensOf([{ id: shop.id as string, screens }])).find((one) => one.id === id);
    if (!screen) throw notFound();
    return screen;
  }

  private async screensOf(shops: readonly ListedShop[]): Promise<Screen[]> {
    const rows = await this.states.listOf(shops.flatMap(({ screens }) => screens.map(({ _id }) => _id)));
    return shops.flatMap(({ id, screens }) => screens.map((screen) => this.screenOf(screen, id, rows.get(screen._id))));
  }

  private screenOf(screen: StoredScreen, userId: string, row: ScreenStateRow | undefined): Screen {
    const known = this.live.of(screen._id, row, screen.paired_at);
    return { ...settingsOf(screen), _id: String(screen._id), userId, ...known, snoozed_until: snoozeOf(row) };
  }
}

/** The end of a snooze that is ahead. */
function snoozeOf(row: ScreenStateRow | undefined): string | null {
  const until = row?.snoozed_until;
  return until && until.getTime() > Date.now() ? until.toISOString() : null;
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', texts.screens.notFound);
}
