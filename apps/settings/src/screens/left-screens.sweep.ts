import { Metrics, Repeating, WatchedRemovals } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { AlarmsRepository } from '../alarms/alarms.repository.js';
import { ScreenStatesRepository } from '../screen-states/screen-states.repository.js';
import type { SettingsConfig } from '../settings.config.js';
import { SettingsLease } from '../settings.lease.js';
import { SETTINGS_CONFIG } from '../settings.tokens.js';
import { ScreensRepository } from './screens.repository.js';

const SWEEP_MS = 3_600_000;
/** The pause until this replica leads. */
const RETRY_MS = 60_000;
const BATCH = 1_000;
/** A screen that is being paired, or whose removal is being undone, is in no shop's document for a moment. */
const LEAST_GRACE_MS = 5_000;

/**
 * Removes the states and ends the alarms of screens that no shop has. These can't be written together with the shop's document: a
 * screen is removed from it first, so that its token is refused at once, and the process may die before it has removed the rest.
 */
@Injectable()
export class LeftScreensSweep extends Repeating {
  private readonly removals;
  private readonly graceMs;
  private isDone = false;

  constructor(
    private readonly screens: ScreensRepository,
    private readonly states: ScreenStatesRepository,
    private readonly alarms: AlarmsRepository,
    private readonly lease: SettingsLease,
    metrics: Metrics,
    @Inject(SETTINGS_CONFIG) { ORPHAN_GRACE_MS, REMOVE_ANYWAY_UNTIL }: SettingsConfig,
  ) {
    super();
    this.graceMs = Math.max(LEAST_GRACE_MS, ORPHAN_GRACE_MS);
    this.removals = new WatchedRemovals(metrics, { what: 'screen-states', graceMs: this.graceMs, REMOVE_ANYWAY_UNTIL });
  }

  protected pause(): number {
    return Math.min(this.isDone ? SWEEP_MS : RETRY_MS, this.graceMs);
  }

  /** In one replica, because two would begin the grace at different times. */
  protected async turn(): Promise<void> {
    this.isDone = false;
    if (!this.lease.isHeld) return this.removals.forget();
    const alarmed = await this.alarms.openScreens();
    const left = await this.screens.listAbsent(alarmed);
    let total = alarmed.length;
    let last = '';
    let found: string[];
    do {
      found = (await this.states.listAfter(last, BATCH)).map(({ _id }) => _id);
      left.push(...(await this.screens.listAbsent(found)));
      total += found.length;
      last = found.at(-1) ?? last;
    } while (found.length === BATCH);
    await this.removals.sweep(left, total, (id) => this.remove(id));
    this.isDone = true;
  }

  /** `id` is the screen's. */
  private async remove(id: string): Promise<void> {
    await Promise.all([this.states.remove(id), this.alarms.drop(id)]);
  }
}
