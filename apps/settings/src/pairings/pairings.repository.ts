import { limits } from '@sarafa/contracts';
import { isDuplicateKey } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SETTINGS_DB } from '../settings.tokens.js';
import { type Claim, StoredPairing } from './pairing.schema.js';

/**
 * For so long a redeemed pairing is answered again. The answer may be lost on its way, and the TV alone knows its secret; but the
 * secret stands in addresses, which proxies log, so that it opens nothing for long.
 */
const REPEAT_MS = 60_000;

/** A claim, and the hash of the pairing that it belongs to. */
interface Claimed {
  readonly hash: string;
  /** Whether the TV was answered. */
  readonly isRedeemed: boolean;
  readonly claim: Claim;
}

/** `hash` is that of the TV's secret. */
@Injectable()
export class PairingsRepository {
  constructor(@InjectModel(StoredPairing.name, SETTINGS_DB) private readonly pairings: Model<StoredPairing>) {}

  /** False when another TV shows this code. */
  async add(pairing: Omit<StoredPairing, 'claim'>): Promise<boolean> {
    try {
      await this.pairings.create(pairing);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** At most one more than may be open. */
  countOpen(now: Date): Promise<number> {
    const open = { expires_at: { $gt: now }, redeemed_at: null };
    return this.pairings.countDocuments(open, { limit: limits.screens.openPairings + 1 }).exec();
  }

  /**
   * Ends the oldest open pairing, other than `hash`, of the network that has most, so that no handful of networks can keep all others
   * from pairing, nor one client those who have the same address. False where none can end.
   */
  async giveWay(hash: string, now: Date): Promise<boolean> {
    const open = { _id: { $ne: hash }, expires_at: { $gt: now }, claim: null };
    const [most] = await this.pairings.aggregate<{ _id: string | null }>([
      { $match: open },
      { $group: { _id: '$network', count: { $sum: 1 } } },
      { $sort: { count: -1 } },
      { $limit: 1 },
    ]);
    if (!most) return false;
    const oldest = await this.pairings
      .findOneAndDelete({ ...open, network: most._id })
      .sort({ expires_at: 1 })
      .lean()
      .exec();
    return oldest !== null;
  }

  /** Also one that was redeemed a moment ago. */
  find(hash: string, now: Date): Promise<StoredPairing | null> {
    const redeemed_at = { $not: { $lte: new Date(now.getTime() - REPEAT_MS) } };
    return this.pairings
      .findOne({ _id: hash, expires_at: { $gt: now }, redeemed_at })
      .lean<StoredPairing>()
      .exec();
  }

  /**
   * Claims the pairing that shows this code, which of two at once only one can. The TV then has the time of a new pairing to ask
   * for its token. Null for an unknown, claimed or expired code.
   */
  claim(code: string, claim: Claim): Promise<Claimed | null> {
    return this.claimWhere({ code, claim: null }, claim.at, { claim });
  }

  /** Takes a claim up again, with the screen of the first time. Null for a code that this one hasn't claimed for this shop. */
  claimAgain(code: string, { userId, by, at }: Claim): Promise<Claimed | null> {
    return this.claimWhere({ code, 'claim.userId': userId, 'claim.by': by }, at, { 'claim.at': at });
  }

  /** Opens a pairing again whose screen can't be made, unless the claim was taken up again since. */
  async unclaim({ hash, claim }: Claimed): Promise<void> {
    await this.pairings.updateOne({ _id: hash, 'claim.at': claim.at }, { $set: { claim: null } });
  }

  /** Keeps the pairing for as long as it is answered again. False when it was redeemed before, whose time stays. */
  async redeem(hash: string, now: Date): Promise<boolean> {
    const expires_at = new Date(now.getTime() + REPEAT_MS);
    const redeemed = { $set: { redeemed_at: now }, $max: { expires_at } };
    return (await this.pairings.updateOne({ _id: hash, redeemed_at: null }, redeemed)).modifiedCount > 0;
  }

  /** False when it was gone already. */
  async remove(hash: string): Promise<boolean> {
    return (await this.pairings.deleteOne({ _id: hash })).deletedCount > 0;
  }

  private async claimWhere(filter: Record<string, unknown>, at: Date, set: object): Promise<Claimed | null> {
    const expires_at = new Date(at.getTime() + limits.screens.pairingMs);
    const claimed = await this.pairings
      .findOneAndUpdate({ ...filter, expires_at: { $gt: at } }, { $set: { ...set, expires_at } }, { returnDocument: 'after' })
      .lean<StoredPairing>()
      .exec();
    return claimed && { hash: claimed._id, isRedeemed: claimed.redeemed_at !== undefined, claim: claimed.claim! };
  }
}
