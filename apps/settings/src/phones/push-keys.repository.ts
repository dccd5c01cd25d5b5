import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SETTINGS_DB } from '../settings.tokens.js';
import { PushKeysRow } from './phone.schema.js';

const ONE = 'vapid';

@Injectable()
export class PushKeysRepository {
  constructor(@InjectModel(PushKeysRow.name, SETTINGS_DB) private readonly keys: Model<PushKeysRow>) {}

  /** The stored pair; `make` gives it at the very first start. Of two replicas that make one, one is stored. */
  async ensure(make: () => { publicKey: string; privateKey: string }): Promise<PushKeysRow> {
    const found = await this.keys.findById(ONE).lean<PushKeysRow>().exec();
    if (found) return found;
    const { publicKey: public_key, privateKey: private_key } = make();
    await this.keys.updateOne({ _id: ONE }, { $setOnInsert: { public_key, private_key } }, { upsert: true });
    return (await this.keys.findById(ONE).lean<PushKeysRow>().exec())!;
  }
}
