import {
  AppError,
  auth,
  type Beat,
  type BeatAnswer,
  BEAT_REPORTS,
  limits,
  type ReportedBeat,
  screens,
} from '@sarafa/contracts';
import { Bus, Metrics, RpcClient } from '@sarafa/server';
import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { BoardAnswers } from '../boards/board-answers.js';
import { PublicLimit } from '../edge/public-limit.js';
import { RatesTimes } from './rates-times.js';
import { ScreenCommands } from './screen-commands.js';
import { ScreenTokens } from './screen-tokens.js';

/** How often the beats that have come are handed on, and how many at most in one message, which NATS limits to a megabyte. */
const REPORT_MS = 1_000;
const IN_A_REPORT = 1_000;
const DAY_S = 86_400;
const PUBLIC = { role: 'public' } as const;

/** Takes the beats of screens, keeps the last one of each for up to a second, and hands them on in batches (rule 14.6). */
@Injectable()
export class ScreenBeats {
  private readonly log = new Logger(ScreenBeats.name);
  private waiting = new Map<string, ReportedBeat>();
  private taken = 0;

  constructor(
    private readonly tokens: ScreenTokens,
    private readonly commands: ScreenCommands,
    private readonly answers: BoardAnswers,
    private readonly times: RatesTimes,
    private readonly limit: PublicLimit,
    private readonly bus: Bus,
    private readonly rpc: RpcClient,
    metrics: Metrics,
  ) {
    metrics.total('sarafa_screen_beats_total', 'Beats of screens that were taken.', () => this.taken);
  }

  /** Throws `UNAUTHENTICATED` for a token that is none of a screen that is there, and `UNAVAILABLE` when that can't be known. */
  async take(authorization: string | undefined, address: string, beat: Beat): Promise<BeatAnswer> {
    // By address only refused tokens count, because a city's screens may share one, and none of them is at fault while NATS is away.
    if (!this.limit.allowsBeatsFrom(address)) throw this.limit.refusal();
    const {
      sub: id,
      shop: userId,
      iat,
    } = await this.tokens.of(authorization).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') this.limit.countRefusedBeat(address);
      throw error;
    });
    // A beat may ask settings and auth, and tell all gateways.
    if (!this.limit.allowsBeatOf(id)) throw this.limit.refusal();
    this.taken++;
    const { done, secret, ...said } = beat;
    if (done !== undefined) this.commands.done(done, id);
    const is_current = this.isCurrent(userId, beat) ?? (await this.loaded(userId, beat));
    this.waiting.set(id, { ...said, id, userId, at: new Date().toISOString(), is_current });
    const isOld = Date.now() / 1_000 - iat > limits.screens.renewTokenDays * DAY_S;
    // The old token is still good, so what fails is tried again with the next beat.
    return {
      ...(secret !== undefined && (await this.kept(authorization!, secret))),
      ...(isOld && (await this.rpc.call(auth.renewScreen, { authorization: authorization! }, PUBLIC).catch(() => undefined))),
    };
  }

  private kept(authorization: string, secret: string): Promise<BeatAnswer> {
    return this.rpc.call(screens.keepSecret, { authorization, secret }, PUBLIC).then(
      ({ is_kept }) => (is_kept ? { is_secret_kept: true } : {}),
      () => ({}),
    );
  }

  /** Whether the rates on the screen are those that are in memory here; undefined where there are none. */
  private isCurrent(userId: string, { shown }: Beat): boolean | undefined {
    // A screen shows no rates where an ad fills it, in off-hours, under maintenance and when its shop has none switched on.
    if (!shown) return true;
    const at = this.times.of(this.answers.pricesBy(this.answers.pricing(userId)));
    return at === undefined ? undefined : at === shown.at;
  }

  /** Like `isCurrent`, after loading what isn't known; true where there are no rates to compare with. */
  private async loaded(userId: string, beat: Beat): Promise<boolean> {
    await this.answers.load(userId).catch(() => undefined);
    return this.isCurrent(userId, beat) ?? true;
  }

  @Interval(REPORT_MS)
  protected report(): void {
    const beats = [...this.waiting.values()];
    this.waiting = new Map();
    try {
      for (let done = 0; done < beats.length; done += IN_A_REPORT) {
        const report = { beats: beats.slice(done, done + IN_A_REPORT) };
        this.bus.connection.publish(BEAT_REPORTS, JSON.stringify(report));
      }
    } catch (error) {
      // The next beats come within 30 seconds, and only a screen that is silent for 90 counts as offline.
      this.log.warn(`Beats were lost: ${String(error)}`);
    }
  }
}
