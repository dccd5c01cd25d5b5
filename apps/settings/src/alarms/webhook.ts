import { createHmac } from 'node:crypto';
import { Metrics } from '@sarafa/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { SettingsConfig } from '../settings.config.js';
import { SETTINGS_CONFIG } from '../settings.tokens.js';
import { post, type PostResult } from '../deliveries/post.js';

/** Tells the provider of alarms, at `ALERT_WEBHOOK_URL`. */
@Injectable()
export class Webhook {
  private readonly log = new Logger(Webhook.name);
  private readonly failures;

  constructor(
    @Inject(SETTINGS_CONFIG) private readonly config: SettingsConfig,
    metrics: Metrics,
  ) {
    const help = "Alarms that the provider's receiver hasn't taken, by its HTTP status or what kept it from being reached.";
    this.failures = metrics.counter({ name: 'sarafa_webhook_failures_total', help, labelNames: ['reason'] });
  }

  get isConfigured(): boolean {
    return this.config.ALERT_WEBHOOK_URL !== undefined;
  }

  /**
   * `id` is the same each time a message is tried again, so that the receiver can tell a repetition. The signature is the
   * HMAC-SHA-256 of the body in hex; without a secret there is none.
   */
  async send(id: string, content: object): Promise<PostResult> {
    const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = this.config;
    // An operator has taken the address away since.
    if (!url) return 'refused';
    const body = JSON.stringify(content);
    const signature = secret && `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const { address, authorization } = withoutCredentials(url);
    const headers = {
      ...{ 'content-type': 'application/json', 'user-agent': 'Sarafa', 'x-sarafa-delivery': id },
      ...(authorization ? { authorization } : {}),
      ...(signature ? { 'x-sarafa-signature': signature } : {}),
    };
    const { result, status, fault } = await post(address, headers, body);
    if (result === 'sent') return result;
    const reason = String(fault ?? status);
    this.failures.inc({ reason });
    this.log.warn(`The provider's receiver at ${new URL(address).origin} has not taken the alarm ${id}: ${reason}`);
    // A refusal is tried again as well: the provider's receiver may be on its way to be mended, and an alarm mustn't be lost.
    return 'retry';
  }
}

/** A request can't be made to an address with a name and a password; they go into the header that stands for them. */
function withoutCredentials(url: string): { address: string; authorization?: string } {
  const address = new URL(url);
  const { username, password } = address;
  if (!username && !password) return { address: url };
  [address.username, address.password] = ['', ''];
  const credentials = `${decoded(username)}:${decoded(password)}`;
  return { address: address.href, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** A `%` that begins no escape stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
