import { createHash, randomBytes } from 'node:crypto';
import type { VerifiedAccount } from '@sarafa/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { AUTH_DB } from '../auth.tokens.js';
import { KnownDevice } from './known-device.schema.js';

/** What `remember` makes. */
const TOKEN = /^[\w-]{24}$/;
/** Each device of an account has guesses of its own, so whoever knows the password must not get any number of them. */
const MOST = 50;

/**
 * The devices that have signed in before, each for one username. A device has an opaque token, which it sends with its next sign-in:
 * what is guessed elsewhere doesn't lock it out. The token opens nothing.
 */
@Injectable()
export class KnownDevicesRepository {
  constructor(@InjectModel(KnownDevice.name, AUTH_DB) private readonly devices: Model<KnownDevice>) {}

  /** Null for one that hasn't signed in with this name. */
  async find(name: string, token: string | undefined): Promise<KnownDevice | null> {
    if (token === undefined) return null;
    return this.devices.findById(keyOf(name, token)).lean<KnownDevice>().exec();
  }

  /**
   * Remembers that a device has signed in, and of an account those that have done so last. Answers the device's token, which is the
   * same for all names: a new one where it sent none.
   */
  async remember(
    name: string,
    sent: string | undefined,
    { id: account, credentials_version }: VerifiedAccount,
  ): Promise<string> {
    const token = sent && TOKEN.test(sent) ? sent : randomBytes(18).toString('base64url');
    const device = { seen_at: new Date(), account, credentials_version };
    await this.devices.updateOne({ _id: keyOf(name, token) }, { $set: device }, { upsert: true });
    const others = await this.devices.find({ account }, { _id: 1 }).sort({ seen_at: -1 }).skip(MOST).lean().exec();
    if (others.length > 0) await this.devices.deleteMany({ _id: { $in: others.map(({ _id }) => _id) } });
    return token;
  }
}

function keyOf(name: string, token: string): string {
  return createHash('sha256').update(`${token} ${name}`).digest('base64url');
}
