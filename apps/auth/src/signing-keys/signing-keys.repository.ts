import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { AUTH_DB } from '../auth.tokens.js';
import { KeyRing, type KeyRingDocument, type SigningKey } from './key-ring.schema.js';

const RING = 'ring';

@Injectable()
export class SigningKeysRepository {
  constructor(@InjectModel(KeyRing.name, AUTH_DB) private readonly rings: Model<KeyRing>) {}

  /** The key ring; made empty at the very first start. */
  async ensure(): Promise<KeyRingDocument> {
    const found = await this.rings.findById(RING);
    const made = { $setOnInsert: { rev: 0, keys: [] } };
    return found ?? this.rings.findOneAndUpdate({ _id: RING }, made, { upsert: true, returnDocument: 'after' }).exec();
  }

  /** Null when another replica has changed the ring meanwhile. */
  replaceKeys(rev: number, keys: SigningKey[]): Promise<KeyRingDocument | null> {
    const update = { $set: { keys }, $inc: { rev: 1 } };
    return this.rings.findOneAndUpdate({ _id: RING, rev }, update, { returnDocument: 'after' }).exec();
  }
}
