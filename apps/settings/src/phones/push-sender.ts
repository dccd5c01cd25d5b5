import type { PushMessage } from '@sarafa/contracts';
import { kolkataMidnight } from '@sarafa/domain';
import { Inject, Injectable } from '@nestjs/common';
import webPush from 'web-push';
import type { SettingsConfig } from '../settings.config.js';
import { SETTINGS_CONFIG } from '../settings.tokens.js';
import type { PushSubscriptionRow } from './phone.schema.js';
import { PushKeysRepository } from './push-keys.repository.js';
import { post, type PostResult } from '../deliveries/post.js';

/** How long a push service keeps a message for a phone that is off. */
const KEPT_S = 12 * 3_600;
const CARD_KEPT_S = 1_800;
const DAY_MS = 86_400_000;
/** The subscription is there no more: the person has taken the permission back, or has removed the browser. */
const GONE = [404, 410];

interface Keys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Sends Web Push messages, encrypted for the phone (RFC 8291) and signed with our key (RFC 8292). */
@Injectable()
export class PushSender {
  private keys?: Promise<Keys>;

  constructor(
    private readonly stored: PushKeysRepository,
    @Inject(SETTINGS_CONFIG) private readonly config: SettingsConfig,
  ) {}

  async publicKey(): Promise<string> {
    return (await this.keyPair()).publicKey;
  }

  /** Whether messages may be sent to this address. Only push services that are known, so that no shop can have us call other servers. */
  allows(endpoint: string): boolean {
    const { host, protocol } = new URL(endpoint);
    return this.config.PUSH_SERVICES.some(
      (service) => service === `${protocol}//${host}` || (protocol === 'https:' && isHostOf(service, host)),
    );
  }

  /** Whether a message can be encrypted for a phone with these keys. */
  canEncryptFor({ p256dh, auth }: PushSubscriptionRow['keys']): boolean {
    try {
      webPush.encrypt(p256dh, auth, 'a message', 'aes128gcm');
      return true;
    } catch {
      return false;
    }
  }

  /** `gone` where the phone takes no messages any more, or where none can be encrypted for it, as earlier releases took any keys. */
  async send({ endpoint, keys }: PushSubscriptionRow, message: PushMessage): Promise<PostResult | 'gone'> {
    if (!this.canEncryptFor(keys)) return 'gone';
    const vapidDetails = { subject: this.config.VAPID_SUBJECT, ...(await this.keyPair()) };
    // The message takes the place of an earlier one of the same topic that the phone has not got yet.
    const options = {
      vapidDetails,
      TTL: keptFor(message),
      urgency: 'high',
      topic: topicOf(message),
    } as const;
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(message), options);
    const { result, status } = await post(endpoint, { ...headers }, body!);
    return GONE.includes(status ?? 0) ? 'gone' : result;
  }

  private keyPair(): Promise<Keys> {
    this.keys ??= this.read().catch((error: unknown) => {
      delete this.keys;
      throw error;
    });
    return this.keys;
  }

  private async read(): Promise<Keys> {
    const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = this.config;
    if (publicKey && privateKey) return { publicKey, privateKey };
    const { public_key, private_key } = await this.stored.ensure(() => webPush.generateVAPIDKeys());
    return { publicKey: public_key, privateKey: private_key };
  }
}

/** A shop's own list has the shop's id, as its card has. */
function topicOf(message: PushMessage): string {
  if ('card' in message) return `card-${message.card}`;
  return 'screen' in message ? message.screen : message.list;
}

/** Seconds. What is said of a list is about today, and a card is told of for half an hour. */
function keptFor(message: PushMessage): number {
  const now = Date.now();
  if ('card' in message) return CARD_KEPT_S;
  return 'screen' in message ? KEPT_S : Math.ceil((kolkataMidnight(now) + DAY_MS - now) / 1_000);
}

/** `service` is a host, or `*.` and the end of one. */
function isHostOf(service: string, host: string): boolean {
  return service.startsWith('*.') ? host.endsWith(service.slice(1)) : service === host;
}
