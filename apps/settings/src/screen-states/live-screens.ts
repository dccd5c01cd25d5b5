import {
  BEAT_REPORTS,
  BeatReport,
  limits,
  type ReportedBeat,
  type Said,
  type Screen,
  type ScreenState,
} from '@sarafa/contracts';
import { Bus, type LastingSubscription } from '@sarafa/server';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { instantOf } from '../instants.js';
import type { ScreenStateRow } from './screen-state.schema.js';

const { offlineMs, stillMs, oldMs } = limits.screens;
/**
 * After so long without a beat of anybody, although screens beat every 30 seconds, it isn't the screens that are silent: the
 * gateways or what is before them are away, or this process has stood still.
 */
const QUIET_MS = 45_000;
/** A few shops may well be dark together, as where a village has no power; so many fall silent at once only by a fault of ours. */
const MANY_SHOPS = 10;
/** What is known of a screen that is offline is in the database too. */
const FORGOTTEN_MS = 3_600_000;
/** Of a screen that has said nothing yet. */
const NOTHING_SAID: Said = { shown: null, playing: null, is_off: false, release: null, viewport: null };

/** What is known of a screen besides what is set of it. */
export type KnownOfScreen = Pick<Screen, 'state' | 'since' | 'seen_at'> & Said;

/**
 * All times are by the monotonic clock of this process. The time in the beat is that of one of several gateways, whose clocks may be
 * wrong: it is shown to people, and decides nothing.
 */
interface Live {
  readonly beat: ReportedBeat;
  readonly heardAt: number;
  /** Since when the screen shows other rates than the server has. */
  readonly otherSince: number | null;
  readonly playingSince: number;
}

/**
 * The last beat of each screen. Gateways tell all replicas of settings, so each of them knows how all screens are, and none has to
 * ask another one or the database.
 */
@Injectable()
export class LiveScreens implements OnModuleInit {
  private readonly log = new Logger(LiveScreens.name);
  private readonly live = new Map<string, Live>();
  /** Since when messages reach this process without a gap. */
  private listeningSince = performance.now();
  /** When the last beat of anybody was heard, and whether many shops' screens were heard of shortly before. */
  private lastHeardAt = performance.now();
  private wereMany: boolean | undefined;
  private beats!: LastingSubscription;

  constructor(private readonly bus: Bus) {}

  /** Without a queue group, so that every replica gets the message. */
  onModuleInit(): void {
    // What was said while NATS was away is lost, and is no silence of the screens.
    this.bus.onReconnect(() => this.listenAnew());
    this.beats = this.bus.subscribe(BEAT_REPORTS, (message) => {
      try {
        this.hearAll(BeatReport.parse(message.json()).beats);
      } catch (cause) {
        this.log.warn(`Beats can't be read: ${String(cause)}`);
      }
    });
  }

  /**
   * Whether nothing is heard of anybody though many shops were heard of shortly before, or NATS lets this process hear nothing, so that
   * nobody's silence says anything.
   */
  get isQuiet(): boolean {
    if (this.beats.isRefused) return true;
    if (performance.now() - this.lastHeardAt <= QUIET_MS) return false;
    this.wereMany ??= this.shopsHeard() >= MANY_SHOPS;
    return this.wereMany;
  }

  /** Whether more is known of the screen than its row says. */
  hasHeard(id: string): boolean {
    return this.live.has(id);
  }

  forget(id: string): void {
    this.live.delete(id);
  }

  /** The state of the screen alone, which costs a tenth of `of`. */
  stateNow(id: string, row: ScreenStateRow): ScreenState {
    const live = this.live.get(id);
    if (live) return this.stateOf(live);
    if (!row.seen_at) return 'never';
    return this.isSilent() ? 'offline' : row.state;
  }

  /** How the screen is now. `row` is how it was at the last change of its state. */
  of(id: string, row: ScreenStateRow | undefined, pairedAt: Date): KnownOfScreen {
    const live = this.live.get(id);
    if (!live) return this.withoutBeat(row, pairedAt);
    const { beat } = live;
    const { shown, playing, is_off, release, viewport } = beat;
    const state = this.stateOf(live);
    const isSame = row?.state === state && row.since !== null;
    return {
      ...{ state, since: isSame ? instantOf(row.since!) : sinceOf(live, state), seen_at: beat.at },
      ...{ shown, playing, is_off, release, viewport },
    };
  }

  @Interval(FORGOTTEN_MS)
  protected forgetSilent(): void {
    if (this.isQuiet) return;
    for (const [id, { heardAt }] of this.live) if (performance.now() - heardAt > FORGOTTEN_MS) this.live.delete(id);
  }

  /** A screen that this process hasn't heard of is as it was, until it should have beaten. */
  private withoutBeat(row: ScreenStateRow | undefined, pairedAt: Date): KnownOfScreen {
    const said = row?.said ?? NOTHING_SAID;
    if (!row?.seen_at) return { state: 'never', since: pairedAt.toISOString(), seen_at: null, ...said };
    const isOffline = row.state !== 'offline' && this.isSilent();
    return {
      state: isOffline ? 'offline' : row.state,
      since: isOffline ? timeOf(this.listeningSince) : instantOf(row.since ?? pairedAt),
      seen_at: instantOf(row.seen_at),
      ...said,
    };
  }

  private hearAll(beats: readonly ReportedBeat[]): void {
    if (beats.length === 0) return;
    // After a shorter gap some screens may count as offline until their next beat, which is too short for an alarm.
    if (performance.now() - this.lastHeardAt > offlineMs && this.isQuiet) this.listenAnew();
    this.lastHeardAt = performance.now();
    this.wereMany = undefined;
    for (const beat of beats) this.hear(beat);
  }

  /** From now on every screen has its time to be heard again, but for those that were silent before: these are as their rows say. */
  private listenAnew(): void {
    for (const [id, { heardAt }] of this.live) if (this.isSilent(heardAt)) this.live.delete(id);
    this.listeningSince = performance.now();
  }

  private shopsHeard(): number {
    const heard = [...this.live.values()].filter(({ heardAt }) => this.lastHeardAt - heardAt <= offlineMs);
    return new Set(heard.map(({ beat }) => beat.userId)).size;
  }

  private hear(beat: ReportedBeat): void {
    const before = this.live.get(beat.id);
    const wasPlaying = before && this.stateOf(before) === 'playing';
    // A screen that comes back shows what it has kept until it has heard from the server.
    const wasOther = before && !this.isSilent(before.heardAt) ? before.otherSince : null;
    const heardAt = performance.now();
    this.live.set(beat.id, {
      ...{ beat, heardAt },
      otherSince: beat.is_current ? null : (wasOther ?? heardAt),
      playingSince: wasPlaying ? before.playingSince : heardAt,
    });
  }

  private stateOf({ beat, heardAt, otherSince }: Live): ScreenState {
    if (this.isSilent(heardAt)) return 'offline';
    if (beat.still_ms > stillMs) return 'frozen';
    return otherSince !== null && heardAt - otherSince >= oldMs ? 'old' : 'playing';
  }

  /** Whether this process should have heard of a screen that beats, and hasn't since `heardAt`. */
  private isSilent(heardAt = 0): boolean {
    const now = this.beats.refusedSince ?? (this.isQuiet ? this.lastHeardAt + QUIET_MS : performance.now());
    return now - Math.max(heardAt, this.listeningSince) > offlineMs;
  }
}

/** Since when the screen is in this state. */
function sinceOf({ beat, heardAt, otherSince, playingSince }: Live, state: ScreenState): string {
  // A gateway of the release before hands on whatever time a screen says.
  if (state === 'frozen') return timeOf(heardAt - beat.still_ms);
  if (state === 'old') return timeOf(otherSince ?? heardAt);
  return timeOf(state === 'playing' ? playingSince : heardAt);
}

/** What the clock of this machine would have shown at a time of the monotonic clock, were it right then as now. */
function timeOf(moment: number): string {
  return instantOf(Date.now() - (performance.now() - moment));
}
