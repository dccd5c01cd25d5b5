import { limits } from '@sarafa/contracts';
import { CHANGED, PublishedRepository } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import mongoose, { type Model } from 'mongoose';
import { SETTINGS_DB } from '../settings.tokens.js';
import { ShopScreens, type ShopScreensDocument, type StoredScreen } from './screen.schema.js';

const LAST_PLACE = `screens.${limits.screens.perShop - 1}`;

/** What may be changed of a screen. */
export type ScreenFields = Partial<Omit<StoredScreen, '_id' | 'paired_at'>>;

/** Methods that answer a shop's document answer null when what they look for isn't there. */
@Injectable()
export class ScreensRepository extends PublishedRepository<ShopScreens> {
  constructor(@InjectModel(ShopScreens.name, SETTINGS_DB) shops: Model<ShopScreens>) {
    super(shops);
  }

  /** Grows with time. */
  newId(): string {
    return new mongoose.Types.ObjectId().toHexString();
  }

  findByUser(userId: string): Promise<ShopScreensDocument | null> {
    return this.documents.findById(userId).exec();
  }

  findByScreen(id: string): Promise<ShopScreensDocument | null> {
    return this.documents.findOne({ 'screens._id': id }).exec();
  }

  /** Those of the screens `ids` that are in no shop's document. */
  async listAbsent(ids: string[]): Promise<string[]> {
    const there = new Set((await this.documents.distinct('screens._id', { 'screens._id': { $in: ids } })).map(String));
    return ids.filter((id) => !there.has(id));
  }

  /** Only shops with screens; ordered by the shop's id. */
  listWithScreensAfter(after: string | undefined, limit: number): Promise<ShopScreensDocument[]> {
    const filter = { 'screens.0': { $exists: true }, ...(after ? { _id: { $gt: after } } : {}) };
    return this.documents.find(filter).sort({ _id: 1 }).limit(limit).exec();
  }

  /** The ids of all shops that have or had screens, in order. */
  async idsAfter(after: string | undefined, limit: number): Promise<string[]> {
    const filter = after ? { _id: { $gt: after } } : {};
    return (await this.documents.find(filter, { _id: 1 }).sort({ _id: 1 }).limit(limit).exec()).map(({ id }) => id as string);
  }

  /** Adds the screen, unless an earlier try has added it. Null when the shop has as many screens as allowed. */
  async add(userId: string, screen: Pick<StoredScreen, '_id' | 'name' | 'paired_at'>): Promise<ShopScreensDocument | null> {
    // Apart from the push, because an upsert by a filter that a full shop doesn't match would make a second document of it.
    await this.documents.updateOne({ _id: userId }, { $setOnInsert: { screens: [] } }, { upsert: true, timestamps: false });
    const place = { _id: userId, 'screens._id': { $ne: screen._id }, [LAST_PLACE]: { $exists: false } };
    const added = await this.change(place, { $push: { screens: screen } });
    return added ?? this.documents.findOne({ _id: userId, 'screens._id': screen._id }).exec();
  }

  update(id: string, fields: ScreenFields): Promise<ShopScreensDocument | null> {
    const placed = Object.entries(fields).map(([name, value]) => [`screens.$.${name}`, value as unknown]);
    return this.change({ 'screens._id': id }, { $set: Object.fromEntries(placed) as object });
  }

  remove(id: string): Promise<ShopScreensDocument | null> {
    return this.change({ 'screens._id': id }, { $pull: { screens: { _id: id } } });
  }

  private change(
    filter: Record<string, unknown>,
    { $set, ...update }: { $set?: object; $push?: object; $pull?: object },
  ): Promise<ShopScreensDocument | null> {
    const changed = { ...update, $inc: CHANGED.$inc, $set: { ...CHANGED.$set, ...$set } };
    return this.documents.findOneAndUpdate(filter, changed, { returnDocument: 'after' }).exec();
  }
}
