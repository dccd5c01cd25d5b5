import { AppError, HTTP_STATUS, HttpError, texts } from '@sarafa/contracts';
import { requestHeaders } from '@sarafa/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';

const TIMEOUT_MS = 15_000;

/** Sends logos to media over HTTP, because files never go through NATS. Media checks the token itself. */
@Injectable()
export class LogosClient {
  private readonly log = new Logger(LogosClient.name);

  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {}

  /**
   * Stores `logo`, if there is one, and lets `save` write the account with its `logo_url`. The logo is removed again when the
   * save is refused, or when the save answers the account that an earlier attempt has made. Throws what media or `save` throws.
   */
  async with<T extends { id: string }>(
    accountId: string,
    logo: Buffer | undefined,
    { headers: { authorization = '' } }: FastifyRequest,
    save: (stored: { logo_url?: string }) => Promise<T>,
  ): Promise<T> {
    if (!logo) return save({});
    const logo_url = await this.store(accountId, logo, authorization);
    try {
      const saved = await save({ logo_url });
      if (saved.id !== accountId) await this.discard(accountId, logo_url, authorization);
      return saved;
    } catch (error) {
      // Without an answer the account may still be saved; media's sweep finds out later.
      if (!(error instanceof AppError) || HTTP_STATUS[error.code] >= 500) throw error;
      await this.discard(accountId, logo_url, authorization);
      throw error;
    }
  }

  /** When this fails, media's sweep removes the logo. */
  private async discard(accountId: string, logo_url: string, authorization: string): Promise<void> {
    const query = `?url=${encodeURIComponent(logo_url)}`;
    await this.ask('DELETE', accountId + query, authorization).catch((reason: Error) => this.log.warn(reason.message));
  }

  private async store(accountId: string, logo: Buffer, authorization: string): Promise<string> {
    const answer = await this.ask('POST', accountId, authorization, logo);
    return ((await answer.json()) as { logo_url: string }).logo_url;
  }

  private async ask(method: string, path: string, authorization: string, body?: Buffer): Promise<Response> {
    const answer = await fetch(`${this.config.MEDIA_URL}/logos/${path}`, {
      method,
      headers: {
        authorization,
        ...requestHeaders(),
        ...(body ? { 'content-type': 'application/octet-stream' } : {}),
      },
      ...(body ? { body: new Uint8Array(body) } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined);
    if (answer?.ok) return answer;
    const refusal = HttpError.safeParse(await answer?.json().catch(() => undefined)).data;
    if (!refusal || refusal.code === 'INTERNAL') throw new AppError('UNAVAILABLE', texts.errors.partDown);
    throw new AppError(refusal.code, refusal.message, refusal.details);
  }
}
