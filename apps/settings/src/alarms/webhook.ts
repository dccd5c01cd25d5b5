import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SettingsConfig } from '../settings.config.js';
import { SETTINGS_CONFIG } from '../settings.tokens.js';
import { post, type PostResult } from './post.js';

/** Tells the provider of alarms, at `ALERT_WEBHOOK_URL`. */
@Injectable()
export class Webhook {
  constructor(@Inject(SETTINGS_CONFIG) private readonly config: SettingsConfig) {}

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
    const headers = {
      ...{ 'content-type': 'application/json', 'user-agent': 'Sarafa', 'x-sarafa-delivery': id },
      ...(signature ? { 'x-sarafa-signature': signature } : {}),
    };
    // A refusal is tried again as well: the provider's receiver may be on its way to be mended, and an alarm mustn't be lost.
    const { result } = await post(url, headers, body);
    return result === 'refused' ? 'retry' : result;
  }
}
