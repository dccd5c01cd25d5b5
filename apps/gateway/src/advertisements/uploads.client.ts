import * as http from 'node:http';
import * as https from 'node:https';
import { text } from 'node:stream/consumers';
import { AppError, HttpError, IDEMPOTENCY_HEADER, limits, texts, UploadedAdvertisement } from '@sarafa/contracts';
import { requestHeaders } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';

/** The headers of a form that media needs. */
const PASSED = ['authorization', 'content-type', 'content-length', 'transfer-encoding', IDEMPOTENCY_HEADER.toLowerCase()];
/** How long media may take no bytes before it counts as down. */
const STALLED_MS = 15_000;

/**
 * Streams an upload to media over HTTP, because files never go through NATS. Media checks the token and everything else itself.
 */
@Injectable()
export class UploadsClient {
  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {}

  /**
   * Passes the form on at the pace of the slower side, and answers media's answer, which may come before the form's end. Throws
   * what media refuses with, `UNAVAILABLE` when media is down, and `INVALID_INPUT` when the sender goes away.
   */
  async pass({ raw, headers }: FastifyRequest): Promise<UploadedAdvertisement> {
    if (!/^multipart\/form-data/i.test(headers['content-type'] ?? ''))
      throw new AppError('INVALID_INPUT', texts.uploads.nothingSelected);
    const url = `${this.config.MEDIA_URL}/advertisements`;
    const { request: ask } = url.startsWith('https:') ? https : http;
    const passed = Object.fromEntries(PASSED.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])));
    // A new connection for each upload: if a reused one turned out to be closed, the body couldn't be sent again.
    const upstream = ask(url, {
      method: 'POST',
      agent: false,
      // Otherwise media's refusal before the form's end would close the connection, and the refusal would be lost.
      headers: { ...passed, connection: 'keep-alive', ...requestHeaders() },
    });
    try {
      return answerOf(await exchange(raw, upstream));
    } finally {
      upstream.destroy();
    }
  }
}

interface MediaAnswer {
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

function exchange(sender: http.IncomingMessage, upstream: http.ClientRequest): Promise<MediaAnswer> {
  const { socket } = sender;
  return new Promise<MediaAnswer>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const wait = (ms: number) => (clearTimeout(timer), (timer = setTimeout(down, ms)));
    const send = (chunk: Buffer) => {
      if (upstream.write(chunk)) return;
      sender.pause();
      wait(STALLED_MS);
    };
    // Counted from the form's end, because pictures are drawn one after the other before everything is stored.
    const end = () => (upstream.end(), wait(limits.ads.answerMs));
    /** Whatever the end is, the rest of the form is dropped. */
    const settle = () => {
      clearTimeout(timer);
      sender.off('data', send).off('end', end);
      socket.off('close', leave);
      upstream.off('close', down);
    };
    const fail = (error: AppError) => (settle(), reject(error));
    const down = () => fail(new AppError('UNAVAILABLE', texts.errors.partDown));
    // Also once the form is whole: a picture takes seconds to be drawn, and who has gone meanwhile wants no ad.
    const leave = () => fail(new AppError('INVALID_INPUT', texts.uploads.cutOff));
    upstream
      .on('drain', () => (clearTimeout(timer), sender.resume()))
      .on('error', down)
      .once('close', down)
      .once('response', (answer) => {
        settle();
        const { statusCode: status, headers } = answer;
        text(answer).then((body) => resolve({ status, retryAfter: headers['retry-after'], body }), down);
      });
    sender.on('data', send).once('end', end);
    socket.once('close', leave);
    if (socket.destroyed) leave();
  });
}

function answerOf({ status, retryAfter, body }: MediaAnswer): UploadedAdvertisement {
  const answer = parsed(body);
  const stored = UploadedAdvertisement.safeParse(answer).data;
  if (status === 201 && stored) return stored;
  const refusal = HttpError.safeParse(answer).data;
  if (!refusal || refusal.code === 'INTERNAL') throw new AppError('UNAVAILABLE', texts.errors.partDown);
  throw new AppError(refusal.code, refusal.message, refusal.details, Number(retryAfter) || undefined);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
