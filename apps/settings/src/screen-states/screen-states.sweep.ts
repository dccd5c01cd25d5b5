import { type ScreenState, ScreenState as States } from '@sarafa/contracts';
import { asAppError, Bus, Metrics, Repeating, UnreadableState } from '@sarafa/server';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { AlarmsService } from '../alarms/alarms.service.js';
import type { SettingsConfig } from '../settings.config.js';
import { SettingsLease } from '../settings.lease.js';
import { SETTINGS_CONFIG } from '../settings.tokens.js';
import { type KnownOfScreen, LiveScreens } from './live-screens.js';
import type { ScreenStateRow } from './screen-state.schema.js';
import { ScreenStatesRepository, type StateChange } from './screen-states.repository.js';

const LONGEST_PAUSE_MS = 1_000;
const BATCH = 1_000;
/** After how many pauses rows are looked for that other replicas have made. */
const LOOK_PAUSES = 5;
/** How often the open alarms are read again: that of a screen that was removed is ended elsewhere. */
const ALARMS_MS = 60_000;
/** For how many pauses a screen is passed over whose alarm can't be begun or ended. */
const PASSED_OVER_PAUSES = 10;
/** How often what screens have said since their last change is written too, so that a power cut loses no more of it. */
const KEPT_MS = 3_600_000;
/** Ids begin with the time that all replicas agree on; those of the release before with that of their own clocks. */
const OVERLAP_S = 600;

/**
 * Writes the states of screens when these change, and begins and ends alarms, in one replica. The rows are read once and then kept,
 * so that nothing but a change reaches the database, besides one write for all screens at the end and every hour (rule 14.6).
 */
@Injectable()
export class ScreenStatesSweep extends Repeating implements BeforeApplicationShutdown {
  /** Empty while another replica leads. */
  private rows = new Map<string, ScreenStateRow>();
  private alarmed = new Set<string>();
  /** When to look again whether the alarm of a dark screen is due; by the monotonic clock, which nobody sets. */
  private notBefore = new Map<string, number>();
  /** Until when the screens are passed over that couldn't be dealt with, by the monotonic clock. */
  private passedOver = new Map<string, number>();
  private isLoaded = false;
  private lookedAt = 0;
  private alarmsReadAt = 0;
  private keptAt = performance.now();
  private counts = new Map<ScreenState, number>();
  private readonly pauseMs: number;

  constructor(
    private readonly live: LiveScreens,
    private readonly states: ScreenStatesRepository,
    private readonly alarms: AlarmsService,
    private readonly lease: SettingsLease,
    private readonly bus: Bus,
    metrics: Metrics,
    @Inject(SETTINGS_CONFIG) { SWEEP_MS }: SettingsConfig,
  ) {
    super();
    this.pauseMs = Math.min(LONGEST_PAUSE_MS, SWEEP_MS);
    for (const state of States.options) {
      const read = () => (this.isLoaded ? (this.counts.get(state) ?? 0) : undefined);
      metrics.level('sarafa_screens', 'Paired screens, by their state; told by the replica that leads.', { state }, read);
    }
  }

  protected pause(): number {
    return this.pauseMs;
  }

  protected async turn(): Promise<void> {
    if (!this.lease.isHeld) return this.forget();
    await this.look();
    await this.writeStates(performance.now() - this.keptAt >= KEPT_MS);
    for (const row of this.rows.values()) await this.tellOrPassOver(row);
    this.lease.worked();
  }

  /** Otherwise playing screens would seem to have said nothing since their last change, maybe weeks ago, until they beat again. */
  async beforeApplicationShutdown(): Promise<void> {
    if (!this.lease.isHeld) return;
    await this.writeStates(true).catch((error: Error) => this.log.warn(`What screens have said isn't kept: ${error.message}`));
  }

  /** Writes what has changed, or else what all screens have said (`isOfAll`). */
  private async writeStates(isOfAll: boolean): Promise<void> {
    const changes = new Map<string, StateChange>();
    const counts = new Map<ScreenState, number>();
    for (const row of this.rows.values()) {
      try {
        const state = this.live.stateNow(row._id, row);
        counts.set(state, (counts.get(state) ?? 0) + 1);
        const isWritten = state !== row.state || (isOfAll && this.live.hasHeard(row._id));
        if (isWritten) changes.set(row._id, changeOf(row, this.live.of(row._id, row, row.since ?? new Date())));
      } catch (error) {
        this.passOver(row._id, error);
      }
    }
    this.counts = counts;
    await this.write(changes);
    if (isOfAll) this.keptAt = performance.now();
  }

  /** One screen's fault must not keep the alarms of all others. A server that is away is a fault for all, and ends the turn. */
  private async tellOrPassOver(row: ScreenStateRow): Promise<void> {
    if ((this.passedOver.get(row._id) ?? 0) > performance.now()) return;
    try {
      await this.tell(row);
      this.passedOver.delete(row._id);
    } catch (error) {
      this.passOver(row._id, error);
      // Also then the next turn goes past this screen, because only its own keys may be out of reach.
      if (isUnavailable(error)) throw error;
    }
  }

  private passOver(screen: string, error: unknown): void {
    const isNew = !this.passedOver.has(screen) && !isUnavailable(error);
    if (isNew) this.log.error({ err: error, screen });
    this.passedOver.set(screen, performance.now() + PASSED_OVER_PAUSES * this.pauseMs);
  }

  private forget(): void {
    this.rows = new Map();
    this.alarmed = new Set();
    this.notBefore = new Map();
    this.passedOver = new Map();
    this.isLoaded = false;
    this.lookedAt = 0;
  }

  /** Reads all rows at first, and then those of screens that were paired since. */
  private async look(): Promise<void> {
    if (performance.now() - this.lookedAt < LOOK_PAUSES * this.pauseMs && this.isLoaded) return;
    let last = this.isLoaded ? idAt((await this.bus.clock.now()) / 1_000 - OVERLAP_S) : '';
    let found: ScreenStateRow[];
    do {
      found = await this.states.listAfter(last, BATCH);
      for (const row of found) if (!this.rows.has(row._id)) this.rows.set(row._id, row);
      last = found.at(-1)?._id ?? last;
    } while (found.length === BATCH);
    if (!this.isLoaded || performance.now() - this.alarmsReadAt > ALARMS_MS) {
      this.alarmed = new Set(await this.alarms.openScreens());
      this.alarmsReadAt = performance.now();
    }
    this.isLoaded = true;
    this.lookedAt = performance.now();
  }

  private async write(changes: Map<string, StateChange>): Promise<void> {
    if (changes.size === 0) return;
    const gone = await this.states.change(changes);
    for (const [id, change] of changes) {
      this.rows.set(id, { ...this.rows.get(id)!, ...change });
      this.notBefore.delete(id);
    }
    for (const id of gone) this.rows.delete(id);
  }

  private async tell(row: ScreenStateRow): Promise<void> {
    // A clock that was ahead has stored a time to come. The screen has been dark for at least as long as that is known.
    if (row.dark_since && row.dark_since.getTime() > Date.now()) row.dark_since = new Date();
    const { _id: screen, userId, state, dark_since } = row;
    const hasAlarm = this.alarmed.has(screen);
    if (state === 'playing') {
      if (hasAlarm) await this.alarms.end(screen, userId);
      this.alarmed.delete(screen);
    } else if (!hasAlarm && dark_since && !this.live.isQuiet && (this.notBefore.get(screen) ?? 0) <= performance.now()) {
      const next = await this.alarms.beginIfDue({ screen, userId, state, since: dark_since });
      if (next === 'begun') this.alarmed.add(screen);
      else if (next === 'gone') this.rows.delete(screen);
      else this.notBefore.set(screen, performance.now() + next);
    }
  }
}

/** Whether a server is away, which is a fault for all screens. A shop's state that can't be read is a fault for its own alone. */
function isUnavailable(error: unknown): boolean {
  return asAppError(error).code === 'UNAVAILABLE' && !(error instanceof UnreadableState);
}

function changeOf({ dark_since }: ScreenStateRow, { state, since, seen_at, ...said }: KnownOfScreen): StateChange {
  const at = new Date(since);
  const dark = state === 'playing' ? null : (dark_since ?? at);
  return { state, since: at, seen_at: seen_at === null ? null : new Date(seen_at), said, dark_since: dark };
}

/** The least id that is made at this time, in seconds since 1970. */
function idAt(seconds: number): string {
  return Math.floor(seconds).toString(16).padStart(8, '0').padEnd(24, '0');
}
