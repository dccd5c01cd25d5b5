import { type AdKind, type AuditAction, media } from '@sarafa/contracts';
import { adPlaces } from '@sarafa/domain';
import { keysKeptSince } from '@sarafa/server';
import {
  AFTER,
  areFilesComing,
  type Audited,
  audited,
  CHANGED_HERE,
  DocumentRows,
  PublishedRepository,
} from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { MediaAudit } from '../audit/media-audit.repository.js';
import { MEDIA_DB } from '../media.tokens.js';
import { ShopAdvertisements, type ShopAdvertisementsDocument, type StoredAdvertisement } from './advertisements.schema.js';

type Found = Promise<ShopAdvertisementsDocument | null>;
/** A new ad takes the id of its reservation. */
export type NewAdvertisement = Omit<StoredAdvertisement, '_id'>;

/** An upload comes over HTTP, so its name as a call is no subject of the bus. */
export const UPLOAD = 'media.advertisements.upload';
const actions: Record<string, AuditAction> = {
  [UPLOAD]: 'ad.added',
  [media.deleteAdvertisement.subject]: 'ad.deleted',
};
const ADS = new DocumentRows('advertisements');

/** What the log says of changes of an ad. */
function auditedAd(id: Types.ObjectId): Audited {
  return { actions, kind: 'ad', ...ADS.audited(id, ['file_name', 'file_type'], 'file_name') };
}

/** Reservations concern the uploads alone: they change no `rev`, since boards don't show them. */
const UNSEEN = { timestamps: false } as const;

/** Methods that answer a shop's document answer null when what they look for isn't there. */
@Injectable()
export class AdvertisementsRepository extends PublishedRepository<ShopAdvertisements> {
  constructor(@InjectModel(ShopAdvertisements.name, MEDIA_DB) shops: Model<ShopAdvertisements>, trail: MediaAudit) {
    super(shops, trail);
  }

  findByUser(userId: string): Found {
    return this.documents.findById(userId).exec();
  }

  /** Finds an ad of any shop. */
  findByAdvertisement(id: string): Found {
    return this.documents.findOne({ 'advertisements._id': id }).exec();
  }

  /** Whether a restore still brings back files that records name. */
  areFilesComing(): Promise<boolean> {
    return areFilesComing(this.documents.db);
  }

  /** Whether any shop has an ad. */
  async hasAny(): Promise<boolean> {
    return (await this.documents.exists({ 'advertisements._id': { $exists: true } })) !== null;
  }

  /** Makes the document of a shop that has no ads yet. */
  async ensure(userId: string): Promise<void> {
    await this.documents.updateOne({ _id: userId }, { $setOnInsert: { advertisements: [] } }, { upsert: true, ...UNSEEN });
  }

  /**
   * One conditional write, so that racing uploads can't exceed the limit. Null when all places of this kind are taken. Uploads
   * with the same key need one place together, because `commit` lets one of them become an ad.
   */
  reserve(userId: string, id: string, file_type: AdKind, key: string | undefined): Found {
    // Without a key all are others, because nobody's key is a new id.
    const ofOthers = { $filter: { input: '$reservations', cond: { $ne: ['$$this.key', key ?? id] } } };
    const needed = { $map: { input: ofKind(ofOthers, file_type), in: { $ifNull: ['$$this.key', '$$this._id'] } } };
    const taken = { $add: [{ $size: ofKind('$advertisements', file_type) }, { $size: { $setUnion: [needed] } }] };
    // The database's time, because the clocks of replicas may differ by more than a reservation lasts.
    const reservation = { _id: new Types.ObjectId(id), file_type, renewed_at: '$$NOW', ...(key === undefined ? {} : { key }) };
    return this.documents
      .findOneAndUpdate(
        { _id: userId, $expr: { $lt: [taken, adPlaces(file_type)] } },
        [{ $set: { reservations: { $concatArrays: [{ $ifNull: ['$reservations', []] }, [reservation]] } } }],
        { returnDocument: 'after', updatePipeline: true, ...UNSEEN },
      )
      .exec();
  }

  /** False when the reservation is gone. */
  async renew(userId: string, id: string): Promise<boolean> {
    const { matchedCount } = await this.documents.updateOne(
      { _id: userId, 'reservations._id': id },
      { $currentDate: { 'reservations.$.renewed_at': true } },
      UNSEEN,
    );
    return matchedCount > 0;
  }

  /**
   * Turns the reservation into an ad. Null when the reservation is gone, or when another upload with the key has become an ad.
   */
  commit(userId: string, id: string, advertisement: NewAdvertisement): Found {
    const { key } = advertisement;
    const isNew = key === undefined ? {} : { advertisements: { $not: { $elemMatch: keyed(key) } } };
    const _id = new Types.ObjectId(id);
    const reservations = { $filter: { input: '$reservations', cond: { $ne: ['$$this._id', _id] } } };
    const change = { ...ADS.with({ _id, ...advertisement }), reservations, ...CHANGED_HERE };
    const added = audited(auditedAd(_id), [{ $set: change }], { isCreation: true });
    return this.documents.findOneAndUpdate({ _id: userId, 'reservations._id': id, ...isNew }, added, AFTER).exec();
  }

  /** The ad that an upload with this key has become within the last day. */
  async findByKey(userId: string, key: string): Promise<StoredAdvertisement | undefined> {
    const shop = await this.documents.findOne({ _id: userId, advertisements: { $elemMatch: keyed(key) } }).exec();
    return shop?.advertisements.find((ad) => ad.key === key && ad.keyed_at! > keysKeptSince());
  }

  async release(userId: string, id: string): Promise<void> {
    await this.documents.updateOne({ _id: userId }, { $pull: { reservations: { _id: id } } }, UNSEEN);
  }

  /** Releases reservations that weren't renewed for `leaseMs`; without `userId`, those of all shops. */
  async releaseAbandoned(leaseMs: number, userId?: string): Promise<void> {
    const isKept = { $gte: ['$$this.renewed_at', { $subtract: ['$$NOW', leaseMs] }] };
    await this.documents.updateMany(
      { 'reservations.renewed_at': { $exists: true }, ...(userId ? { _id: userId } : {}) },
      [{ $set: { reservations: { $filter: { input: '$reservations', cond: isKept } } } }],
      { updatePipeline: true, ...UNSEEN },
    );
  }

  /** Removes the ad only if it belongs to this shop. */
  remove(userId: string, id: string): Found {
    const _id = new Types.ObjectId(id);
    const removed = audited(auditedAd(_id), [{ $set: { ...ADS.without(_id), ...CHANGED_HERE } }], { isDeletion: true });
    return this.documents.findOneAndUpdate({ _id: userId, 'advertisements._id': id }, removed, AFTER).exec();
  }
}

function keyed(key: string): object {
  return { key, keyed_at: { $gt: keysKeptSince() } };
}

function ofKind(input: string | object, kind: AdKind): object {
  return { $filter: { input, cond: { $eq: ['$$this.file_type', kind] } } };
}
