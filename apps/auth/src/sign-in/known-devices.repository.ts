import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { AUTH_DB } from '../auth.tokens.js';
import { KnownDevice } from './known-device.schema.js';

/** What `remember` makes. */
const TOKEN = /^[\w-]{24}$/;

/**
 * The devices that have signed in before, each for one username. A device has an opaque token, which it sends with its next sign-in:
 * what is guessed elsewhere doesn't lock it out. The token opens nothing.
 */
@Injectable()
export class KnownDevicesRepository {
  constructor(@InjectModel(KnownDevice.name, AUTH_DB) private readonly devices: Model<KnownDevice>) {}

  /** What a known device is counted by; undefined for one that hasn't signed in with this name. */
  async keyOf(name: string, token: string | undefined): Promise<string | undefined> {
    if (token === undefined) return undefined;
    const key = keyOf(name, token);
    return (await this.devices.exists({ _id: key })) ? key : undefined;
  }

  /** Remembers that a device has signed in. Answers its token, which is the same for all names: a new one where it sent none. */
  async remember(name: string, sent: string | undefined): Promise<string> {
    const token = sent && TOKEN.test(sent) ? sent : randomBytes(18).toString('base64url');
    await this.devices.updateOne({ _id: keyOf(name, token) }, { $set: { seen_at: new Date() } }, { upsert: true });
    return token;
  }
}

function keyOf(name: string, token: string): string {
  return createHash('sha256').update(`${token} ${name}`).digest('base64url');
}
