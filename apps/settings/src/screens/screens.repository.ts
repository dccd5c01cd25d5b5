import { type AuditAction, limits, type ScreenCommand, screens } from '@sarafa/contracts';
import { AFTER, type Audited, audited, CHANGED_HERE, DocumentRows, PublishedRepository } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import mongoose, { type Model } from 'mongoose';
import { SettingsAudit } from '../audit/settings-audit.repository.js';
import { SETTINGS_DB } from '../settings.tokens.js';
import { ShopScreens, type ShopScreensDocument, type StoredScreen } from './screen.schema.js';

const actions: Record<string, AuditAction> = {
  [screens.claim.subject]: 'screen.paired',
  [screens.update.subject]: 'screen.updated',
  [screens.delete.subject]: 'screen.removed',
  [screens.commanded.subject]: 'screen.commanded',
};
const FIELDS = ['name', 'layout_orientation', 'shows', 'overscan', 'video_turned'];
const ROWS = new DocumentRows('screens');

/** What the log says of changes of a screen. */
function auditedScreen(id: string): Audited {
  return { actions, kind: 'screen', ...ROWS.audited(id, FIELDS, 'name') };
}

const LAST_PLACE = `screens.${limits.screens.perShop - 1}`;

/** What a screen is until somebody changes it. */
const NEW: Omit<StoredScreen, '_id' | 'name' | 'paired_at'> = {
  ...{ layout_orientation: null, shows: 'all', overscan: 0, video_turned: false },
};

/** What may be changed of a screen. */
type ScreenFields = Partial<Omit<StoredScreen, '_id' | 'paired_at' | 'secret_hash'>>;

/** A shop and its screens, for reading alone. */
export interface ListedShop {
  readonly id: string;
  readonly screens: readonly StoredScreen[];
}

/** Methods that answer a shop's document answer null when what they look for isn't there. */
@Injectable()
export class ScreensRepository extends PublishedRepository<ShopScreens> {
  constructor(@InjectModel(ShopScreens.name, SETTINGS_DB) shops: Model<ShopScreens>, trail: SettingsAudit) {
    super(shops, trail);
  }

  /** Grows with time; `now` is that of all replicas, in milliseconds since 1970. */
  newId(now: number): string {
    const { ObjectId } = mongoose.Types;
    return new ObjectId(ObjectId.generate(Math.floor(now / 1_000))).toHexString();
  }

  findByScreen(id: string): Promise<ShopScreensDocument | null> {
    return this.documents.findOne({ 'screens._id': id }).exec();
  }

  /** Those of the screens `ids` that are in no shop's document. */
  async listAbsent(ids: string[]): Promise<string[]> {
    const there = new Set((await this.documents.distinct('screens._id', { 'screens._id': { $in: ids } })).map(String));
    return ids.filter((id) => !there.has(id));
  }

  /** Only shops with screens, and how many each has; ordered by the shop's id. */
  async countsAfter(after: string | undefined, limit: number): Promise<{ readonly id: string; readonly count: number }[]> {
    const filter = { 'screens.0': { $exists: true }, ...(after ? { _id: { $gt: after } } : {}) };
    const fields = { count: { $size: '$screens' } };
    const found = await this.documents
      .find(filter, fields)
      .sort({ _id: 1 })
      .limit(limit)
      .lean<{ _id: unknown; count: number }[]>();
    return found.map(({ _id, count }) => ({ id: String(_id), count }));
  }

  /** Of all shops. */
  async countScreens(): Promise<number> {
    const counted = { _id: null, count: { $sum: { $size: '$screens' } } };
    return (await this.documents.aggregate<{ count: number }>([{ $group: counted }]))[0]?.count ?? 0;
  }

  /** The shops `ids`, ordered by id. */
  listByIds(ids: readonly string[]): Promise<ListedShop[]> {
    return this.listed({ _id: { $in: ids } });
  }

  /** The shops that have one of the screens `ids`, with all of their screens. */
  listByScreens(ids: readonly string[]): Promise<ListedShop[]> {
    return this.listed({ 'screens._id': { $in: ids } });
  }

  /** Adds the screen, unless an earlier try has added it. Null when the shop has as many screens as allowed. */
  async add(userId: string, screen: Pick<StoredScreen, '_id' | 'name' | 'paired_at'>): Promise<ShopScreensDocument | null> {
    // Apart from the push, because an upsert by a filter that a full shop doesn't match would make a second document of it.
    await this.documents.updateOne({ _id: userId }, { $setOnInsert: { screens: [] } }, { upsert: true, timestamps: false });
    const place = { _id: userId, 'screens._id': { $ne: screen._id }, [LAST_PLACE]: { $exists: false } };
    const made = audited(auditedScreen(screen._id), changed(ROWS.with({ ...NEW, ...screen })), { isCreation: true });
    const added = await this.documents.findOneAndUpdate(place, made, AFTER).exec();
    return added ?? this.documents.findOne({ _id: userId, 'screens._id': screen._id }).exec();
  }

  update(id: string, fields: ScreenFields): Promise<ShopScreensDocument | null> {
    const update = audited(auditedScreen(id), changed(ROWS.changed(id, fields)));
    return this.documents.findOneAndUpdate({ 'screens._id': id }, update, AFTER).exec();
  }

  remove(id: string): Promise<ShopScreensDocument | null> {
    const removed = audited(auditedScreen(id), changed(ROWS.without(id)), { isDeletion: true });
    return this.documents.findOneAndUpdate({ 'screens._id': id }, removed, AFTER).exec();
  }

  /** Keeps the hash of a screen's secret, unless the screen has one. Answers whether the screen has this one. */
  async keepSecret(id: string, secret_hash: string): Promise<boolean> {
    const without = { screens: { $elemMatch: { _id: id, secret_hash: { $exists: false } } } };
    await this.documents.updateOne(without, { $set: { 'screens.$.secret_hash': secret_hash } }, { timestamps: false });
    return (await this.findSecret(id))?.hash === secret_hash;
  }

  /** Null for a screen that isn't there, or has no secret. */
  async findSecret(id: string): Promise<{ userId: string; hash: string } | null> {
    const shop = await this.findByScreen(id);
    const hash = shop?.screens.find(({ _id }) => _id === id)?.secret_hash;
    return hash ? { userId: shop.id as string, hash } : null;
  }

  /** Tells the log what somebody had a screen do, which changes nothing of it. */
  async commanded(id: string, command: ScreenCommand): Promise<void> {
    const told = audited({ ...auditedScreen(id), fields: { command } }, [], { isCreation: true });
    await this.documents.updateOne({ 'screens._id': id }, told, { updatePipeline: true, timestamps: false });
  }

  /** As they are stored, because what mongoose makes of thousands of documents takes seconds. */
  private async listed(filter: object): Promise<ListedShop[]> {
    const found = await this.documents.find(filter, { screens: 1 }).sort({ _id: 1 }).lean<(ListedShop & { _id: unknown })[]>();
    return found.map(({ _id, screens }) => ({ id: String(_id), screens: screens.map((screen) => ({ ...NEW, ...screen })) }));
  }
}

function changed(rows: object) {
  return [{ $set: { ...rows, ...CHANGED_HERE } }];
}
