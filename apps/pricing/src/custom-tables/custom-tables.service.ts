import { type Actor, AppError, type CustomTable, type CustomTableUpdate, type NewCustomTable, texts } from '@sarafa/contracts';
import { ownUserId, requireAdmin, requireOwnerOrAdmin, requireShop, StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { CustomTablesPublisher, tablesOf } from './custom-tables.publisher.js';
import { CustomTablesRepository, type Maker } from './custom-tables.repository.js';
import type { ShopCustomTablesDocument } from './custom-tables.schema.js';

/** Shops per page: even with the greatest number of rows these fit a message of the bus. */
const PAGE = 20;

@Injectable()
export class CustomTablesService {
  constructor(
    private readonly shops: CustomTablesRepository,
    private readonly publisher: CustomTablesPublisher,
    private readonly state: StateCache,
  ) {}

  async list(actor: Actor, after?: string): Promise<{ tables: CustomTable[]; next: string | null }> {
    requireAdmin(actor);
    const shops = await this.shops.listWithRowsAfter(after, PAGE);
    return { tables: shops.flatMap(tablesOf), next: shops.length === PAGE ? (shops.at(-1)!.id as string) : null };
  }

  async listByUser(actor: Actor, userId: string): Promise<CustomTable[]> {
    requireOwnerOrAdmin(actor, userId);
    const shop = await this.shops.findByUser(userId);
    return shop ? tablesOf(shop) : [];
  }

  async create(actor: Actor, { key, ...table }: NewCustomTable & { key?: string | undefined }): Promise<CustomTable> {
    requireAdmin(actor);
    const maker = key === undefined ? undefined : { created_by: actor.id, created_by_key: key };
    const { title, userId, price } = table;
    const before = await this.madeBefore(maker, table);
    if (before) return before;
    await requireShop(this.state, actor, userId);
    await this.shops.ensure(userId);
    const made = { title, price, createdAt: new Date(), ...(maker && { ...maker, created_price: price }) };
    const shop = await this.shops.add(userId, made);
    if (!shop) {
      // Of two requests with the same key, the other one may have made the row by now.
      const other = await this.madeBefore(maker, table);
      if (other) return other;
      throw new AppError('CONFLICT', texts.customTables.full);
    }
    await this.publisher.publishSoon(shop);
    return tablesOf(shop).at(-1)!;
  }

  /** Throws `CONFLICT` when the key has made another row. */
  private async madeBefore(maker: Maker | undefined, table: NewCustomTable): Promise<CustomTable | undefined> {
    const shop = maker && (await this.shops.findMade(maker));
    if (!shop) return undefined;
    const isTheirs = (row: Partial<Maker>) =>
      row.created_by === maker.created_by && row.created_by_key === maker.created_by_key;
    // The newest one, because a row of more than a day ago may have had the same key.
    const row = shop.tables.filter(isTheirs).at(-1)!;
    const { title, created_price = table.price } = row;
    const isSame = shop.id === table.userId && title === table.title && created_price === table.price;
    if (!isSame) throw new AppError('CONFLICT', texts.errors.keyUsed);
    await this.publisher.publishSoon(shop);
    return tablesOf(shop).find(({ id }) => id === row._id.toHexString());
  }

  async update(actor: Actor, id: string, { userId, ...fields }: CustomTableUpdate): Promise<CustomTable> {
    requireAdmin(actor);
    const owner = known(await this.shops.findByTable(id)).id as string;
    if (userId !== undefined && userId !== owner) throw ownerFixed();
    return this.changed(await this.shops.update(id, defined(fields)), id);
  }

  async delete(actor: Actor, id: string): Promise<void> {
    requireAdmin(actor);
    await this.publisher.publishSoon(known(await this.shops.remove(id)));
  }

  async setPrice(actor: Actor, id: string, price: number): Promise<CustomTable> {
    if (actor.role === 'admin') return this.changed(await this.shops.update(id, { price }), id);
    const shop = await this.shops.updateOfUser(ownUserId(actor), id, { price });
    if (!shop) requireOwnerOrAdmin(actor, known(await this.shops.findByTable(id)).id as string);
    return this.changed(shop, id);
  }

  private async changed(found: ShopCustomTablesDocument | null, id: string): Promise<CustomTable> {
    const shop = known(found);
    await this.publisher.publishSoon(shop);
    const table = tablesOf(shop).find((row) => row.id === id);
    if (!table) throw notFound();
    return table;
  }
}

function known(shop: ShopCustomTablesDocument | null): ShopCustomTablesDocument {
  if (!shop) throw notFound();
  return shop;
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', texts.customTables.notFound);
}

function ownerFixed(): AppError {
  const { ownerFixed: message } = texts.customTables;
  return new AppError('INVALID_INPUT', `userId: ${message}`, [{ path: 'userId', message }]);
}

function defined({ title, price }: { title?: string | undefined; price?: number | undefined }) {
  return { ...(title === undefined ? {} : { title }), ...(price === undefined ? {} : { price }) };
}
