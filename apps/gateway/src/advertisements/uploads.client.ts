import * as http from 'node:http';
import * as https from 'node:https';
import { text } from 'node:stream/consumers';
import { AppError, HttpError, IDEMPOTENCY_HEADER, texts, UploadedAdvertisement } from '@sarafa/contracts';
import { requestHeaders } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';

/** What media needs to know of a form. */
const PASSED = ['authorization', 'content-type', 'content-length', 'transfer-encoding', IDEMPOTENCY_HEADER.toLowerCase()];
/** So long media may take no more bytes before it counts as down. */
const STALLED_MS = 15_000;
/** From the form's end: pictures are drawn one after the other, and all of it is stored. */
const ANSWER_MS = 180_000;

/** Streams an upload on to media, which checks the token and all else itself: bytes never ride the bus. */
@Injectable()
export class UploadsClient {
  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {}

  /**
   * Passes the form on as it comes, at the pace of the slower side, and answers what media answers; before the form's end,
   * too. Throws what media refuses with, `UNAVAILABLE` when it is down, and `INVALID_INPUT` when the sender goes away.
   */
  async pass({ raw, headers }: FastifyRequest): Promise<UploadedAdvertisement> {
    if (!/^multipart\/form-data/i.test(headers['content-type'] ?? ''))
      throw new AppError('INVALID_INPUT', texts.uploads.nothingSelected);
    const url = `${this.config.MEDIA_URL}/advertisements`;
    const { request: ask } = url.startsWith('https:') ? https : http;
    const passed = Object.fromEntries(PASSED.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])));
    // A connection of its own: one that turns out to be closed can't be tried again with a body that is gone.
    const upstream = ask(url, {
      method: 'POST',
      agent: false,
      // Otherwise media's refusal of what is still being sent would close it, and be lost with it.
      headers: { ...passed, connection: 'keep-alive', ...requestHeaders() },
    });
    try {
      return answerOf(await exchange(raw, upstream));
    } finally {
      upstream.destroy();
    }
  }
}

interface Told {
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

function exchange(sender: http.IncomingMessage, upstream: http.ClientRequest): Promise<Told> {
  return new Promise<Told>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const wait = (ms: number) => (clearTimeout(timer), (timer = setTimeout(down, ms)));
    const send = (chunk: Buffer) => {
      if (upstream.write(chunk)) return;
      sender.pause();
      wait(STALLED_MS);
    };
    const end = () => (upstream.end(), wait(ANSWER_MS));
    /** However it ends: what is left of the form is nobody's any more. */
    const settle = () => {
      clearTimeout(timer);
      sender.off('data', send).off('end', end).off('close', leave);
      upstream.off('close', down);
    };
    const fail = (error: AppError) => (settle(), reject(error));
    const down = () => fail(new AppError('UNAVAILABLE', texts.errors.partDown));
    // A request that has come whole closes too.
    const leave = () => sender.complete || fail(new AppError('INVALID_INPUT', texts.uploads.cutOff));
    upstream
      .on('drain', () => (clearTimeout(timer), sender.resume()))
      .on('error', down)
      .once('close', down)
      .once('response', (answer) => {
        settle();
        const { statusCode: status, headers } = answer;
        text(answer).then((body) => resolve({ status, retryAfter: headers['retry-after'], body }), down);
      });
    sender.on('data', send).once('end', end).once('close', leave);
    if (sender.destroyed) leave();
  });
}

function answerOf({ status, retryAfter, body }: Told): UploadedAdvertisement {
  const told = parsed(body);
  const stored = UploadedAdvertisement.safeParse(told).data;
  if (status === 201 && stored) return stored;
  const refusal = HttpError.safeParse(told).data;
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
