import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { AUTH_DB } from '../auth.tokens.js';
import { KeyRing, type KeyRingDocument, type RingName, type SigningKey } from './key-ring.schema.js';

@Injectable()
export class SigningKeysRepository {
  constructor(@InjectModel(KeyRing.name, AUTH_DB) private readonly rings: Model<KeyRing>) {}

  find(ring: RingName): Promise<KeyRingDocument | null> {
    return this.rings.findById(ring).exec();
  }

  /** Of two replicas that make the ring, one does. */
  add(ring: RingName): Promise<KeyRingDocument> {
    const made = { $setOnInsert: { rev: 0, keys: [] } };
    return this.rings.findOneAndUpdate({ _id: ring }, made, { upsert: true, returnDocument: 'after' }).exec();
  }

  /** Raises the `rev` of a ring that has this one. Answers whether it had. */
  async raise(ring: RingName, rev: number, to: number): Promise<boolean> {
    return (await this.rings.updateOne({ _id: ring, rev }, { $set: { rev: to } })).matchedCount > 0;
  }

  /** Null when another replica has changed the ring meanwhile. */
  replaceKeys(ring: RingName, rev: number, keys: SigningKey[]): Promise<KeyRingDocument | null> {
    const update = { $set: { keys }, $inc: { rev: 1 } };
    return this.rings.findOneAndUpdate({ _id: ring, rev }, update, { returnDocument: 'after' }).exec();
  }
}
