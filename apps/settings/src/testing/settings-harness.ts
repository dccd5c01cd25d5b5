import {
  accountState,
  type Actor,
  BEAT_REPORTS,
  newShop,
  type ReportedBeat,
  type Screen,
  type ScreenAlarm,
  screenAlarms,
  screens,
  type ShopProfile,
  shopProfile,
} from '@sarafa/contracts';
import { type AppContext, Bus, newAppContext, RpcClient, type Running, StatePublisher } from '@sarafa/server';
import { natsAndMongo, type Servers } from '@sarafa/testing';
import { settingsApp } from '../settings.app.js';

export const ADMIN: Actor = { role: 'admin', id: 'a'.repeat(24) };
const YEAR_MS = 365 * 24 * 3_600_000;

/** What a screen that plays says. */
const PLAYS = {
  ...{ still_ms: 12, shown: null, playing: null, is_off: false, release: 'r1', is_current: true },
  viewport: { width: 1920, height: 1080 },
} as const;

let made = 0;
const hex = (number: number) => number.toString(16).padStart(8, '0');

/** An id that grows with time, as those of screens do. */
export function newId(): string {
  return hex(Math.floor(Date.now() / 1_000)) + hex(process.pid) + hex(++made);
}

/** Settings alone on servers of its own; what other services would say is published by the spec. */
export class SettingsHarness {
  readonly rpc: RpcClient;
  private readonly state: StatePublisher;
  private app: Running | undefined;
  private context!: AppContext;

  private constructor(
    readonly servers: Servers,
    readonly bus: Bus,
  ) {
    this.rpc = new RpcClient(bus);
    this.state = new StatePublisher(bus);
  }

  static async start(env: Record<string, string> = {}): Promise<SettingsHarness> {
    const servers = await natsAndMongo();
    const harness = new SettingsHarness(servers, await Bus.connect(servers.nats.url, 'spec'));
    await harness.restart(env);
    return harness;
  }

  get db() {
    return this.servers.db;
  }

  async restart(env: Record<string, string> = {}): Promise<void> {
    await this.app?.close();
    this.context = newAppContext();
    this.app = await settingsApp.start(settingsApp.config.parse({ ...this.servers.env, ...env }), this.context);
  }

  async end(): Promise<void> {
    await this.app?.close();
    await this.bus.close();
    await this.servers.remove();
  }

  /** The id of a new shop with a valid subscription; `said` is what its profile says besides. */
  async shop(said: object = {}): Promise<string> {
    const id = newId();
    const subscription_end_date = new Date(Date.now() + YEAR_MS).toISOString();
    const profile: ShopProfile = { ...newShop, id, username: `shop-${id}`, subscription_end_date, ...said };
    await this.state.publish(shopProfile, id, 1, profile);
    const { username, logo_url, shop_name } = profile;
    await this.state.publish(accountState, id, 1, { role: 'user', credentials_version: 1, username, logo_url, shop_name });
    return id;
  }

  /** A screen as a pairing leaves it; `row` is what is stored of its state besides. */
  async screen(userId: string, row: object = {}, id = newId()): Promise<string> {
    const paired_at = new Date();
    await this.stateRow(userId, row, id);
    const screen = { _id: id, name: 'Front window', paired_at };
    const change = { $push: { screens: screen }, $inc: { rev: 1 }, $set: { unpublished: true } };
    await this.db
      .collection('screens')
      .updateOne({ _id: new this.db.base.Types.ObjectId(userId) }, change as object, { upsert: true });
    return id;
  }

  /** The row of a screen's state alone. */
  async stateRow(userId: string, row: object = {}, id = newId()): Promise<string> {
    const at = new Date();
    const stored = {
      _id: id as never,
      userId,
      state: 'never',
      since: at,
      seen_at: null,
      said: null,
      dark_since: at,
      snoozed_until: null,
    };
    await this.db.collection('screen_states').insertOne({ ...stored, ...row });
    return id;
  }

  /** Hands a beat on, as a gateway does. */
  beat(id: string, userId: string, said: Partial<ReportedBeat> = {}): void {
    const beat: ReportedBeat = { ...PLAYS, id, userId, at: new Date().toISOString(), ...said };
    this.bus.connection.publish(BEAT_REPORTS, JSON.stringify({ beats: [beat] }));
  }

  async storedState(id: string): Promise<string | undefined> {
    return (await this.db.collection('screen_states').findOne({ _id: id as never }))?.state as string | undefined;
  }

  async screensOf(userId?: string): Promise<Screen[]> {
    return (await this.rpc.call(screens.list, { userId }, ADMIN)).screens;
  }

  alarmsOf(userId?: string): Promise<ScreenAlarm[]> {
    return this.rpc.call(screenAlarms.list, { userId }, ADMIN);
  }

  /** What the health of settings says of NATS. */
  async natsIs(): Promise<string | undefined> {
    return (await this.context.health.readiness()).checks['nats'];
  }

  /** The value of a metric; undefined where it isn't there. */
  async metric(name: string, labels = ''): Promise<number | undefined> {
    const lines = (await this.context.metrics.registry.metrics()).split('\n');
    const line = lines.find((one) => one.startsWith(labels ? `${name}{${labels}}` : `${name} `));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  }
}
