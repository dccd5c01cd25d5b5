import { type Actor, limits, type ScreenAlarm, type ScreenState, shopProfile } from '@sarafa/contracts';
import { isOffHours, lastOffHoursEnd, subscriptionState } from '@sarafa/domain';
import { ownUserId, requireOwnerOrAdmin, StateCache } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { instantOf } from '../instants.js';
import type { Receiver } from '../deliveries/delivery.schema.js';
import { PushSubscriptionsRepository } from '../phones/push-subscriptions.repository.js';
import type { ScreenStateRow } from '../screen-states/screen-state.schema.js';
import { ScreenStatesRepository } from '../screen-states/screen-states.repository.js';
import { ScreensRepository } from '../screens/screens.repository.js';
import type { SettingsConfig } from '../settings.config.js';
import { SETTINGS_CONFIG } from '../settings.tokens.js';
import type { ScreenAlarmDocument } from './alarm.schema.js';
import { AlarmsRepository } from './alarms.repository.js';
import { Webhook } from './webhook.js';

const { alarmPauseMs, alarms: shown } = limits.screens;

/** When a screen without alarms is looked at again: a snooze, off-hours or a missing subscription may have ended. */
const LONGEST_LOOK_MS = 5_000;

/** A screen that doesn't play. */
interface DarkScreen {
  readonly screen: string;
  readonly userId: string;
  readonly state: ScreenState;
  readonly since: Date;
}

/** `gone` for a screen that was removed; else after how many milliseconds to look again at the latest. */
type AlarmTurn = 'begun' | 'gone' | number;

/** Alarms of screens that don't play (rule 14.10). */
@Injectable()
export class AlarmsService {
  private readonly lookMs: number;

  constructor(
    private readonly alarms: AlarmsRepository,
    private readonly phones: PushSubscriptionsRepository,
    private readonly screens: ScreensRepository,
    private readonly states: ScreenStatesRepository,
    private readonly webhook: Webhook,
    private readonly state: StateCache,
    @Inject(SETTINGS_CONFIG) private readonly config: SettingsConfig,
  ) {
    this.lookMs = Math.min(LONGEST_LOOK_MS, 5 * config.SWEEP_MS);
  }

  async list(actor: Actor, userId?: string): Promise<ScreenAlarm[]> {
    const wanted = userId ?? (actor.role === 'admin' ? undefined : ownUserId(actor));
    if (wanted !== undefined) requireOwnerOrAdmin(actor, wanted);
    return (await this.alarms.list(wanted, shown)).map(alarmOf);
  }

  openScreens(): Promise<string[]> {
    return this.alarms.openScreens();
  }

  /** Begins the alarm of a screen if it is due. */
  async beginIfDue(dark: DarkScreen): Promise<AlarmTurn> {
    const now = Date.now();
    const profile = await this.state.load(shopProfile, dark.userId);
    // A shop that was deleted gets no new alarm, and its screens go with it.
    if (!profile) return (await this.storedState(dark.screen)) ? this.lookMs : 'gone';
    if (!subscriptionState(profile, now).isSubscriptionValid) return this.lookMs;
    if (isOffHours(profile.off_hours, now)) return this.lookMs;
    // The time of off-hours doesn't count: a TV may be switched on some time after they have ended.
    const due = Math.max(dark.since.getTime(), lastOffHoursEnd(profile.off_hours, now) ?? 0) + this.config.ALARM_AFTER_MS;
    if (due > now) return due - now;
    // The database is asked last: at night thousands of screens are dark, and none of them is due.
    const last = await this.alarms.lastAt(dark.screen, new Date(now));
    if (last && last.getTime() + alarmPauseMs > now) return last.getTime() + alarmPauseMs - now;
    const stored = await this.storedState(dark.screen);
    if (!stored) return 'gone';
    if (stored.snoozed_until && stored.snoozed_until.getTime() > now) return this.lookMs;
    const shop = await this.screens.findByScreen(dark.screen);
    const name = shop?.screens.find(({ _id }) => _id === dark.screen)?.name;
    if (name === undefined) return 'gone';
    await this.alarms.begin({ ...dark, name, at: new Date(now) }, await this.receiversOf(dark.userId));
    return 'begun';
  }

  /** The screen plays again. */
  async end(screen: string, userId: string): Promise<void> {
    await this.alarms.end(screen, new Date(), await this.receiversOf(userId));
  }

  private async storedState(screen: string): Promise<ScreenStateRow | undefined> {
    return (await this.states.listOf([screen])).get(screen);
  }

  private async receiversOf(userId: string): Promise<Receiver[]> {
    return [...(this.webhook.isConfigured ? [null] : []), ...(await this.phones.idsOf(userId))];
  }
}

function alarmOf(alarm: ScreenAlarmDocument): ScreenAlarm {
  const { screen, name, userId, state, since, at, ended_at, deliveries } = alarm;
  const ofDark = deliveries.filter(({ event }) => event === 'dark');
  return {
    ...{ id: String(alarm._id), screen, name, userId, state },
    ...{ since: instantOf(since), at: at.toISOString(), ended_at: ended_at?.toISOString() ?? null },
    phones: ofDark.filter(({ phone, status }) => phone !== null && status === 'sent').length,
    webhook: ofDark.find(({ phone }) => phone === null)?.status ?? null,
  };
}
