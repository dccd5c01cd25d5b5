import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, AppError, auth, parseInput, type Rpc, texts, WireError } from '@sarafa/contracts';
import { headers, type Msg } from '@nats-io/transport-node';
import { Catch, Injectable, Logger, Optional, type RpcExceptionFilter, SetMetadata } from '@nestjs/common';
import { type CustomTransportStrategy, type MessageHandler, MessagePattern, Server } from '@nestjs/microservices';
import { lastValueFrom, type Observable, throwError } from 'rxjs';
import { z } from 'zod';
import { ANSWER_WITHIN_HEADER, answeringWithin, DONE_BY_HEADER, timeForCalls } from './answer-time.js';
import { Bus, ownerOfInbox } from '../nats/bus.js';
import type { LastingSubscription } from '../nats/lasting-subscriptions.js';
import { ASKED_BY } from './caller-guard.js';
import { requireFreshCall, requireMayChange } from '../sessions/actors.js';
import { asAppError } from '../errors.js';
import { Metrics } from '../metrics.js';
import { OwnToken } from './own-token.js';
import {
  answering,
  AUTHORIZATION_HEADER,
  CALLER_HEADER,
  REQUEST_ID_HEADER,
  requestHeaders,
  SERVICE_HEADER,
  TRACEPARENT_HEADER,
} from '../request-context.js';
import { handledCalls, unansweredCalls } from './rpc-metrics.js';
import { PublishedKeys } from '../sessions/tokens.js';
import { inSpan, type Step, withRequestSpan } from '../traces.js';

const CALL_TIMEOUT_MS = 3_000;
const LONG_CALL_TIMEOUT_MS = 4_000;
/** A read that isn't answered by then is asked again. */
const READ_AGAIN_MS = 1_000;
const DRAIN_TIMEOUT_MS = 1_000;

/** `CallerGuard` adds what the token says. */
const Call = z.object({ input: z.unknown(), actor: Actor, signedInAt: z.int().optional(), username: z.string().optional() });
const Reply = z.union([z.object({ error: WireError }), z.object({ output: z.unknown() })]);

type Handler<I, O> = (input: I, actor: Actor) => Promise<O>;

/**
 * Makes a controller's method the handler of `rpc`. Its input and its output are both parsed. An admin who may only look is refused
 * whatever changes something: one check for all calls, which none of them can lack.
 */
export function Handles<I, O>(rpc: Rpc<I, O>) {
  return <H extends Handler<I, O>>(target: object, name: string, descriptor: TypedPropertyDescriptor<H>): void => {
    const handle = descriptor.value!;
    const checked = async function (this: unknown, message: unknown): Promise<O> {
      const { input, ...call } = parseInput(Call, message);
      const { actor } = call;
      if (rpc.kind !== 'read' && !rpc.isOwn) requireMayChange(actor);
      const given = parseInput(rpc.input, input);
      const answer = await answering({ subject: rpc.subject, ...call, actor }, () => {
        if (rpc.isFresh) requireFreshCall();
        return handle.call(this, given, actor);
      });
      return rpc.output.parse(answer);
    };
    // Nest reads the pattern from the function itself, so the wrapper replaces the method before the pattern is set.
    Object.assign(descriptor, { value: checked });
    SetMetadata(ASKED_BY, rpc.askedBy)(target, name, descriptor);
    MessagePattern(rpc.subject)(target, name, descriptor);
  };
}

/** Calls the service that handles an rpc. */
@Injectable()
export class RpcClient {
  private readonly log = new Logger(RpcClient.name);
  /** Why the last call of a subject got no answer: it is logged once, because a part that is away is asked again and again. */
  private readonly silent = new Map<string, string>();
  private readonly unanswered;
  private readonly ownToken: OwnToken | undefined;

  /** Without `published` keys it has no token of its own, and what only some parts may ask it can't ask. */
  constructor(
    private readonly bus: Bus,
    metrics: Metrics = new Metrics(),
    @Optional() published?: PublishedKeys,
  ) {
    this.unanswered = unansweredCalls(metrics);
    this.ownToken = published && new OwnToken(published, () => this.call(auth.signService, {}, { role: 'public' }));
  }

  /**
   * Parses `input` and answers the service's output. Throws the service's `AppError`, or `UNAVAILABLE` when no service listens,
   * when no answer comes within 3 s (4 s to a long call) or before the running call's own caller gives up, or when the message is
   * too large for the bus.
   */
  async call<I, O>(rpc: Rpc<I, O>, input: unknown, actor: Actor): Promise<O> {
    const call = JSON.stringify({ input: parseInput(rpc.input, input), actor });
    return inSpan(step('client', rpc.subject), async () => {
      const reply = Reply.parse((await this.ask(rpc, call)).json());
      if ('error' in reply) {
        const { code, message, details, retryAfterSeconds, asked } = reply.error;
        if (rpc.askedBy && code === 'UNAVAILABLE') this.ownToken?.doubt();
        throw new AppError(code, message, details, retryAfterSeconds, asked);
      }
      return rpc.output.parse(reply.output);
    });
  }

  private async ask({ subject, kind, askedBy }: Rpc, call: string): Promise<Msg> {
    const token = askedBy && (await this.ownToken?.current());
    try {
      const now = await this.bus.clock.now();
      const most = timeForCalls(kind === 'long' ? LONG_CALL_TIMEOUT_MS : CALL_TIMEOUT_MS);
      const head = callHeaders(most, now + most);
      if (token) head.set(SERVICE_HEADER, `Bearer ${token}`);
      const ask = async (timeout: number) => this.bus.connection.request(subject, call, { timeout, headers: head });
      const answer = await (kind === 'read' ? orAskedAgain(ask, most) : ask(most));
      if (this.silent.delete(subject)) this.log.log(`${subject} is answered again`);
      return answer;
    } catch (cause) {
      const reason = this.unanswered(subject, cause);
      if (reason === 'other') throw cause;
      if (this.silent.get(subject) !== reason) this.log.warn({ msg: `No answer from ${subject}`, reason });
      this.silent.set(subject, reason);
      throw new AppError('UNAVAILABLE', texts.errors.partDown);
    }
  }
}

/**
 * The first of the answers to a call that is sent again where its answer is late: NATS may have given it to a replica that has
 * just left, which NATS notices only seconds later.
 */
async function orAskedAgain(ask: (timeout: number) => Promise<Msg>, most: number): Promise<Msg> {
  const first = ask(most);
  if (most <= READ_AGAIN_MS) return first;
  const answered = new AbortController();
  const pause = sleep(READ_AGAIN_MS, true, { ref: false, signal: answered.signal }).catch(() => false);
  const isLate = await Promise.race([first.then(() => false), pause]).finally(() => answered.abort());
  if (!isLate) return first;
  const second = ask(most - READ_AGAIN_MS);
  return Promise.any([first, second]).catch(({ errors: [cause] }: AggregateError) => Promise.reject(cause));
}

/** The running request and the time for its answer as NATS headers. */
function callHeaders(answerWithinMs: number, doneBy: number) {
  const head = headers();
  head.set(ANSWER_WITHIN_HEADER, String(answerWithinMs));
  head.set(DONE_BY_HEADER, String(doneBy));
  for (const [name, value] of Object.entries(requestHeaders())) head.set(name, value);
  return head;
}

/**
 * Nest's transport over the app's own connection. Nest's stock transport opens a second connection, on which a reply could
 * overtake a KV value.
 */
export class BusServer extends Server implements CustomTransportStrategy {
  private subscriptions: LastingSubscription[] = [];
  private readonly running = new Set<Promise<void>>();
  private readonly handled;

  /** The replicas of a service share the `queue`, so each call reaches one of them. */
  constructor(
    private readonly bus: Bus,
    private readonly queue: string,
    metrics: Metrics,
  ) {
    super();
    this.handled = handledCalls(metrics);
  }

  /** Done once NATS knows the subscriptions: who is told that this service has started may call it. */
  listen(done: (error?: unknown) => void): void {
    this.subscriptions = [...this.messageHandlers].map(([subject, handler]) => {
      const hear = (message: Msg) => {
        const answer = this.answer(handler, message).finally(() => this.running.delete(answer));
        this.running.add(answer);
      };
      return this.bus.subscribe(subject, hear, this.queue);
    });
    this.bus.connection.flush().then(() => done(), done);
  }

  /** Takes no new calls, and lets the running ones answer. */
  async close(): Promise<void> {
    const { subscriptions } = this;
    this.subscriptions = [];
    // Without NATS nothing can be drained, and waiting for it would keep the process alive.
    const drained = Promise.all(subscriptions.map((subscription) => subscription.drain().catch(() => undefined)));
    await Promise.race([drained, sleep(DRAIN_TIMEOUT_MS, undefined, { ref: false })]);
    await Promise.all(this.running);
  }

  on(): never {
    throw new Error('BusServer has no events: Bus knows the state of the connection');
  }

  unwrap<T>(): T {
    return this.bus as T;
  }

  /**
   * How long the call may take, in milliseconds. It may have waited, here or in a node of NATS, while either was suspended, and its
   * caller has long been told that it failed.
   */
  private async timeLeft(message: Msg): Promise<number> {
    const within = Number(header(message, ANSWER_WITHIN_HEADER)) || LONG_CALL_TIMEOUT_MS;
    const doneBy = Number(header(message, DONE_BY_HEADER));
    if (!doneBy) return within;
    const left = Math.min(within, doneBy - (await this.bus.clock.now()));
    if (left <= 0) throw new AppError('UNAVAILABLE', texts.errors.partDown);
    return left;
  }

  private async answer(handler: MessageHandler, message: Msg): Promise<void> {
    const answeredTo = ownerOfInbox(message.reply);
    // What isn't an inbox is a subject on which the caller itself may say nothing.
    if (!answeredTo) return;
    const startedAt = performance.now();
    const context = {
      requestId: header(message, REQUEST_ID_HEADER),
      traceparent: header(message, TRACEPARENT_HEADER),
      caller: header(message, CALLER_HEADER),
      authorization: header(message, AUTHORIZATION_HEADER),
      service: header(message, SERVICE_HEADER),
      answeredTo,
    };
    const reply = await withRequestSpan(context, step('server', message.subject), async () => {
      return answeringWithin(await this.timeLeft(message), async () => {
        const result = this.transformToObservable(await handler(message.json()));
        return { output: await lastValueFrom(result as Observable<unknown>) };
      });
    }).catch((error: unknown) => ({ error: WireError.parse(asAppError(error)) }));
    this.handled(message.subject, startedAt, 'error' in reply ? reply.error.code : 'ok');
    try {
      message.respond(JSON.stringify(reply));
    } catch (error) {
      // The answer is too large for the bus, or the bus has closed: the caller times out, and the process goes on.
      this.logger.error(`No answer could be given on ${message.subject}: ${String(error)}`);
    }
  }
}

function header(message: Msg, name: string): string | undefined {
  return message.headers?.get(name) || undefined;
}

function step(kind: 'client' | 'server', subject: string): Step {
  return { name: subject, kind, attributes: { 'rpc.system': 'nats', 'rpc.method': subject } };
}

/** The one place where errors leave a service: an `AppError` as it is, any other error as `INTERNAL` and into the log. */
@Catch()
export class RpcErrorFilter implements RpcExceptionFilter {
  private readonly log = new Logger(RpcErrorFilter.name);

  catch(thrown: unknown): Observable<never> {
    const error = asAppError(thrown);
    if (error.code === 'INTERNAL') this.log.error({ err: thrown });
    else if (error !== thrown) this.log.warn({ msg: error.message, reason: String(thrown) });
    return throwError(() => error);
  }
}
