import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, texts } from '@sarafa/contracts';
import { JetStreamApiCodes } from '@nats-io/jetstream';
import { type Msg, PermissionViolationError, RequestError } from '@nats-io/transport-node';
import { Logger } from '@nestjs/common';
import { z } from 'zod';

/**
 * The clocks of two machines may differ by this much. What lies further ahead was stored by a clock that was wrong for a while, and
 * counts for nothing.
 */
export const CLOCKS_DIFFER_MS = 60_000;

/** A stream that every installation has. Its leader's clock is the one that all parts measure their own against. */
const QUESTION = '$JS.API.STREAM.INFO.KV_site';
const Time = z.object({ ts: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)) });
const NoStream = z.object({ error: z.object({ err_code: z.literal(JetStreamApiCodes.StreamNotFound) }) });
const Answer = z.union([Time, NoStream], 'JetStream can’t answer at the moment');
/** A slower answer says too little: the clock may be wrong by half of it. */
const LONGEST_ANSWER_MS = 1_000;
/** Quartz drifts by less than a millisecond in this time, but the stream may get another leader. */
const MEASURED_EVERY_MS = 10_000;
/** A clock that is still unknown, or that jumped, is measured again after this time even where no call asks. */
const LOOK_MS = 1_000;
/** How long a part that NATS forbids the question waits before it asks again. */
const FORBIDDEN_MS = 5_000;
/** The clocks of the machine differ by more than this only when one of them was set, or stood still. */
const JUMP_MS = 250;

/**
 * The time that all parts agree on, whatever the clocks of their machines say: a call names the moment until which it may be
 * carried out. Measured from the answers of JetStream, which name their time.
 */
export class SharedClock {
  private readonly log = new Logger(SharedClock.name);
  /** The shared time at the zero of `performance.now()`. */
  private zero?: number;
  /** The wall clock at the zero of `performance.now()` when the shared time was measured. */
  private wallZero = 0;
  private measuredAt = -Infinity;
  /** Whether NATS answered without a time, because the stream isn't there yet: the wall clock counts until it is. */
  private isPresumed = false;
  private measuring?: Promise<void>;
  private readonly timer = setInterval(() => void this.look(), LOOK_MS);

  /** `ask` sends a request to NATS; it rejects without an answer in time. */
  constructor(private readonly ask: (subject: string, timeoutMs: number) => Promise<Msg>) {
    this.timer.unref();
  }

  /** Waits while NATS forbids the question: without it the part could serve no call. A NATS that doesn't answer is not waited for. */
  async begin(): Promise<void> {
    for (;;) {
      const failure: unknown = await this.measure().catch((error: unknown) => error);
      if (!isForbidden(failure)) return;
      this.log.error(`This user of NATS needs the right to publish ${QUESTION}, as in the chart's files/nats-users.conf`);
      await sleep(FORBIDDEN_MS);
    }
  }

  /** Milliseconds since 1970. Throws `UNAVAILABLE` while the time isn't known and can't be measured. */
  async now(): Promise<number> {
    if (!this.isTrue) {
      await this.measure().catch((error: Error) => {
        this.log.warn(`The shared time is unknown: ${error.message}`);
        throw new AppError('UNAVAILABLE', texts.errors.partDown);
      });
    }
    return performance.now() + this.zero!;
  }

  /** By how many milliseconds the wall clock of this machine is ahead; undefined while that isn't known. */
  get aheadMs(): number | undefined {
    return this.zero === undefined || this.isPresumed ? undefined : wallZero() - this.zero;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private get isTrue(): boolean {
    return this.zero !== undefined && Math.abs(wallZero() - this.wallZero) < JUMP_MS;
  }

  private async look(): Promise<void> {
    const isOld = performance.now() - this.measuredAt > MEASURED_EVERY_MS;
    // Without an answer the last measurement stays.
    if (!this.isTrue || this.isPresumed || isOld) await this.measure().catch(() => undefined);
  }

  private measure(): Promise<void> {
    this.measuring ??= this.askOnce().finally(() => (this.measuring = undefined));
    return this.measuring;
  }

  private async askOnce(): Promise<void> {
    const askedAt = performance.now();
    const answer = Answer.parse((await this.ask(QUESTION, LONGEST_ANSWER_MS)).json());
    const answeredAt = performance.now();
    const isPresumed = !('ts' in answer);
    // What was measured before stays true when the stream is lost.
    if (isPresumed && this.isTrue && !this.isPresumed) return;
    this.isPresumed = isPresumed;
    this.wallZero = wallZero();
    this.zero = isPresumed ? this.wallZero : answer.ts - (askedAt + answeredAt) / 2;
    this.measuredAt = answeredAt;
  }
}

/** Whether NATS refused a request because of the user's permissions. */
export function isForbidden(thrown: unknown): boolean {
  return thrown instanceof RequestError && thrown.cause instanceof PermissionViolationError;
}

function wallZero(): number {
  return Date.now() - performance.now();
}
