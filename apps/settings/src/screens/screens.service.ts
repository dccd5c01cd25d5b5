import { type Actor, AppError, limits, type Screen, type ScreenCommand, type ScreenUpdate, texts } from '@sarafa/contracts';
import { requireAdmin, requireOwnerOrAdmin } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { AlarmsRepository } from '../alarms/alarms.repository.js';
import { LiveScreens } from '../screen-states/live-screens.js';
import { ScreenStatesRepository } from '../screen-states/screen-states.repository.js';
import type { ScreenStateRow } from '../screen-states/screen-state.schema.js';
import type { ShopScreensDocument, StoredScreen } from './screen.schema.js';
import { settingsOf, ScreensPublisher } from './screens.publisher.js';
import { ScreensRepository } from './screens.repository.js';

/** Pages of a list end after this many screens, because a message of NATS holds a megabyte. */
const IN_A_PAGE = 800;

/** The screens of shops (rules 14.2 to 14.5). Methods throw `NOT_FOUND` for an unknown screen, `FORBIDDEN` for another shop's. */
@Injectable()
export class ScreensService {
  constructor(
    private readonly shops: ScreensRepository,
    private readonly publisher: ScreensPublisher,
    private readonly live: LiveScreens,
    private readonly states: ScreenStatesRepository,
    private readonly alarms: AlarmsRepository,
  ) {}

  newId(): string {
    return this.shops.newId();
  }

  /** All screens of all shops, or those of one, in pages that end with a shop. */
  async list(actor: Actor, userId?: string, after?: string): Promise<{ screens: Screen[]; next: string | null }> {
    if (userId !== undefined) {
      requireOwnerOrAdmin(actor, userId);
      const shop = await this.shops.findByUser(userId);
      return { screens: shop ? await this.screensOf([shop]) : [], next: null };
    }
    requireAdmin(actor);
    const found = await this.shops.listWithScreensAfter(after, IN_A_PAGE);
    let [count, taken] = [0, 0];
    while (taken < found.length && (taken === 0 || count + found[taken]!.screens.length <= IN_A_PAGE)) {
      count += found[taken++]!.screens.length;
    }
    const page = found.slice(0, taken);
    const isLast = taken === found.length && found.length < IN_A_PAGE;
    return { screens: await this.screensOf(page), next: isLast ? null : (page.at(-1)!.id as string) };
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
    const screen = (await this.screensOf([shop])).find((one) => one.id === id);
    if (!screen) throw notFound();
    return screen;
  }

  private async screensOf(shops: ShopScreensDocument[]): Promise<Screen[]> {
    const rows = await this.states.listOf(shops.flatMap(({ screens }) => screens.map(({ _id }) => _id)));
    return shops.flatMap((shop) =>
      shop.toObject().screens.map((screen) => this.screenOf(screen, shop.id as string, rows.get(screen._id))),
    );
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
