import { limits } from '@sarafa/contracts';
import { isDuplicateKey } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SETTINGS_DB } from '../settings.tokens.js';
import { type Claim, StoredPairing } from './pairing.schema.js';

/** `hash` is that of the TV's secret. */
@Injectable()
export class PairingsRepository {
  constructor(@InjectModel(StoredPairing.name, SETTINGS_DB) private readonly pairings: Model<StoredPairing>) {}

  /** False when another TV shows this code. */
  async add(hash: string, code: string, expires_at: Date): Promise<boolean> {
    try {
      await this.pairings.create({ _id: hash, code, expires_at });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** At most one more than may be open. */
  countOpen(now: Date): Promise<number> {
    return this.pairings.countDocuments({ expires_at: { $gt: now } }, { limit: limits.screens.openPairings + 1 }).exec();
  }

  find(hash: string, now: Date): Promise<StoredPairing | null> {
    return this.pairings
      .findOne({ _id: hash, expires_at: { $gt: now } })
      .lean<StoredPairing>()
      .exec();
  }

  /**
   * Claims the pairing that shows this code, which of two at once only one can. The TV then has the time of a new pairing to ask
   * for its token. Answers the hash; null for an unknown, claimed or expired code.
   */
  async claim(code: string, claim: Claim): Promise<string | null> {
    const expires_at = new Date(claim.at.getTime() + limits.screens.pairingMs);
    const open = { code, claim: null, expires_at: { $gt: claim.at } };
    const claimed = await this.pairings
      .findOneAndUpdate(open, { $set: { claim, expires_at } }, { projection: { _id: 1 } })
      .exec();
    return claimed && claimed._id;
  }

  /** Opens a pairing again whose screen couldn't be made. */
  async unclaim(hash: string): Promise<void> {
    await this.pairings.updateOne({ _id: hash }, { $set: { claim: null } });
  }

  /** False when it was gone already. */
  async remove(hash: string): Promise<boolean> {
    return (await this.pairings.deleteOne({ _id: hash })).deletedCount > 0;
  }
}
