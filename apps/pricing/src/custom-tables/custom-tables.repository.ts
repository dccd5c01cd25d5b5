import { type AuditAction, customTables, limits } from '@sarafa/contracts';
import { keysKeptSince } from '@sarafa/server';
import { AFTER, type Audited, audited, CHANGED_HERE, DocumentRows, PublishedRepository } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { PricingAudit } from '../audit/pricing-audit.repository.js';
import { PRICING_DB } from '../pricing.tokens.js';
import { ShopCustomTables, type ShopCustomTablesDocument } from './custom-tables.schema.js';

const actions: Record<string, AuditAction> = {
  [customTables.create.subject]: 'custom-table.created',
  [customTables.update.subject]: 'custom-table.updated',
  [customTables.setPrice.subject]: 'custom-table.updated',
  [customTables.delete.subject]: 'custom-table.deleted',
};
const ROWS = new DocumentRows('tables');

/** What the log says of changes of a row. */
function auditedRow(id: Types.ObjectId): Audited {
  return { actions, kind: 'custom-table', ...ROWS.audited(id, ['title', 'price'], 'title') };
}

const LAST_PLACE = `tables.${limits.customTable.perShop - 1}`;

/** The admin who made a row, and the idempotency key. */
export interface Maker {
  readonly created_by: string;
  readonly created_by_key: string;
}

/** Methods that answer a shop's document answer null when what they look for isn't there. */
@Injectable()
export class CustomTablesRepository extends PublishedRepository<ShopCustomTables> {
  constructor(@InjectModel(ShopCustomTables.name, PRICING_DB) shops: Model<ShopCustomTables>, trail: PricingAudit) {
    super(shops, trail);
  }

  findByUser(userId: string): Promise<ShopCustomTablesDocument | null> {
    return this.documents.findById(userId).exec();
  }

  /** Only shops with rows; ordered by the shop's id. */
  listWithRowsAfter(after: string | undefined, limit: number): Promise<ShopCustomTablesDocument[]> {
    const filter = { 'tables.0': { $exists: true }, ...(after ? { _id: { $gt: after } } : {}) };
    return this.documents.find(filter).sort({ _id: 1 }).limit(limit).exec();
  }

  /** Makes the document of a shop that has no rows yet. */
  async ensure(userId: string): Promise<void> {
    await this.documents.updateOne({ _id: userId }, { $setOnInsert: { tables: [] } }, { upsert: true, timestamps: false });
  }

  /** Null when the shop has as many rows as allowed, or has a row that this admin made with the same key. */
  add(
    userId: string,
    table: { title: string; price: number; createdAt: Date; created_price?: number } & Partial<Maker>,
  ): Promise<ShopCustomTablesDocument | null> {
    const { created_by, created_by_key } = table;
    const isNew = created_by && created_by_key ? { tables: { $not: madeBy({ created_by, created_by_key }) } } : {};
    const _id = new Types.ObjectId();
    const made = audited(auditedRow(_id), changed(ROWS.with({ _id, ...table })), { isCreation: true });
    return this.documents.findOneAndUpdate({ _id: userId, [LAST_PLACE]: { $exists: false }, ...isNew }, made, AFTER).exec();
  }

  /** The shop whose row this admin has made with this key within the last day. */
  findMade(maker: Maker): Promise<ShopCustomTablesDocument | null> {
    return this.documents.findOne({ tables: madeBy(maker) }).exec();
  }

  /** Changes a row of any shop. */
  update(tableId: string, fields: { title?: string; price?: number }): Promise<ShopCustomTablesDocument | null> {
    return this.changeRow({ 'tables._id': tableId }, tableId, fields);
  }

  /** Changes the row only if it belongs to this shop. */
  updateOfUser(userId: string, tableId: string, fields: { price: number }): Promise<ShopCustomTablesDocument | null> {
    return this.changeRow({ _id: userId, 'tables._id': tableId }, tableId, fields);
  }

  findByTable(tableId: string): Promise<ShopCustomTablesDocument | null> {
    return this.documents.findOne({ 'tables._id': tableId }).exec();
  }

  remove(tableId: string): Promise<ShopCustomTablesDocument | null> {
    const id = new Types.ObjectId(tableId);
    const removed = audited(auditedRow(id), changed(ROWS.without(id)), { isDeletion: true });
    return this.documents.findOneAndUpdate({ 'tables._id': id }, removed, AFTER).exec();
  }

  private changeRow(filter: object, tableId: string, fields: object): Promise<ShopCustomTablesDocument | null> {
    const id = new Types.ObjectId(tableId);
    const update = audited(auditedRow(id), changed(ROWS.changed(id, fields)));
    return this.documents.findOneAndUpdate(filter, update, AFTER).exec();
  }
}

function changed(rows: object) {
  return [{ $set: { ...rows, ...CHANGED_HERE } }];
}

function madeBy(maker: Maker): object {
  return { $elemMatch: { ...maker, createdAt: { $gt: keysKeptSince() } } };
}
