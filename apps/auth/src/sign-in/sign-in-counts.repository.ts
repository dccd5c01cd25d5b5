import { limits, texts } from '@sarafa/contracts';
import { clientNetwork, isSharedAddress, widerNetworks } from '@sarafa/server';
import { DatabaseCounts } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, mongo } from 'mongoose';
import { AUTH_DB } from '../auth.tokens.js';

const limit = limits.signIn;
const TABLE = 'failed_sign_ins';
/** No sign-in attempt takes this long. Attempts that a killed process left counted as running expire after this time. */
const LONGEST_TRY_S = 60;
/**
 * Not of a majority, for which each of an attempt's writes waits up to two seconds while a member hangs or has just gone. If the
 * primary is lost or its process killed, the last counts go too, which lets somebody guess a few times more.
 */
const ON_THE_PRIMARY = { readConcern: new mongo.ReadConcern('local'), writeConcern: { w: 1 } } as const;

/**
 * From so many failures of one username on, attempts from everywhere run one at a time, with a pause after each that fails: the
 * shortest at first, and after every ten one that is twice as long.
 */
const GROWING_FROM = 30;
const SHORTEST_PAUSE_S = 1;
const LONGEST_PAUSE_S = 60;

/** What an attempt is counted for. */
export interface Whose {
  readonly name: string;
  /** What a device is counted by that has signed in with this name before: failures elsewhere don't lock it out. */
  readonly device?: string | undefined;
  /** Empty where clients can't be told apart by their address: then nobody is slowed down for what others do. */
  readonly address: string;
  /**
   * By which a new password is set. Successes are counted by it then, so that whoever has learnt the old one and signs in without end
   * keeps nobody from a new one.
   */
  readonly session?: string;
}

/** What an attempt says of the password; undefined where it says nothing. */
export type Outcome = 'failed' | 'succeeded' | undefined;

/**
 * How many more attempts may run beside the running ones and, when there were too many, the milliseconds until the count ends and what
 * is said then.
 */
export interface Room {
  readonly left: number;
  readonly slowed?: Slowed;
}
interface Slowed {
  readonly ms: number;
  readonly text: string;
}

interface Counts {
  readonly failed: DatabaseCounts;
  readonly running: DatabaseCounts;
  /** A key that has a count here takes no attempt until that count expires. */
  readonly pauses?: DatabaseCounts;
  readonly keysOf: (whose: Whose) => string[];
}

/** A key of one of the counts. */
interface Counted {
  readonly count: Counts;
  readonly key: string;
}

/**
 * Counts failed and running sign-in attempts in the database, for all replicas. An attempt is counted as running before the
 * failures are read, and a failed attempt is counted as failed before it stops counting as running. So attempts that begin at
 * the same moment can't fail more often than the limit allows.
 */
@Injectable()
export class SignInCountsRepository {
  private readonly db: mongo.Db;
  private readonly counts: Counts[];
  private readonly succeeded: DatabaseCounts;

  constructor(@InjectConnection(AUTH_DB) connection: Connection) {
    this.db = connection.getClient().db(connection.name, ON_THE_PRIMARY);
    const table = { storeClient: this.db, tableName: TABLE };
    const counts = (prefix: string, points: number, windowMs: number, keysOf: Counts['keysOf']): Counts => {
      // The limiter enforces no limit here: `begin` decides.
      const options = { ...table, points };
      return {
        failed: new DatabaseCounts({ ...options, keyPrefix: prefix, duration: windowMs / 1_000 }),
        running: new DatabaseCounts({ ...options, keyPrefix: `running-${prefix}`, duration: LONGEST_TRY_S }),
        keysOf,
      };
    };
    const own = ({ address }: Whose) => (isSharedAddress(address) ? [] : [clientNetwork(address)]);
    const wider = ({ address }: Whose) => (isSharedAddress(address) ? [] : widerNetworks(address));
    const { windowMs } = limit;
    const pauses = new DatabaseCounts({ ...table, keyPrefix: 'pause', points: 1, duration: LONGEST_PAUSE_S });
    this.succeeded = new DatabaseCounts({
      ...table,
      keyPrefix: 'succeeded',
      points: limit.successes,
      duration: windowMs / 1_000,
    });
    this.counts = [
      counts('name', limit.failuresPerName, windowMs, (whose) => own(whose).map((network) => `${network} ${whose.name}`)),
      counts('address', limit.failuresPerAddress, windowMs, own),
      counts('network-name', limit.failuresPerNameOfNetwork, windowMs, (whose) =>
        wider(whose).map((network) => `${network} ${whose.name}`),
      ),
      counts('network', limit.failuresPerNetwork, windowMs, wider),
      // Whoever guesses at a name locks it out everywhere else, but not on the devices of its owner, which are counted by themselves.
      {
        ...counts('anywhere', limit.failuresPerNameAnywhere, limit.anywhereWindowMs, ({ name, device }) =>
          device ? [] : [name],
        ),
        pauses,
      },
      counts('device', limit.failuresPerName, windowMs, ({ device }) => (device ? [device] : [])),
    ];
  }

  /** Counts one more running attempt, until `end`. `left` below 0 means that there was no room for the attempt. */
  async begin(whose: Whose): Promise<Room> {
    await this.succeeded.ensureIndexes();
    const rooms = await Promise.all([
      this.roomForSuccess(whose),
      ...this.countedFor(whose).map(async ({ count: { failed, running, pauses }, key }): Promise<Room> => {
        const { consumedPoints: runs } = await running.penalty(key);
        const [failures, pause] = await Promise.all([failed.get(key), pauses?.get(key)]);
        const soFar = failures?.consumedPoints ?? 0;
        const ms = soFar >= failed.points ? failures!.msBeforeNext : pause?.msBeforeNext;
        if (ms !== undefined) return { left: -1, slowed: { ms, text: texts.login.slowedDown } };
        const most = pauses && soFar >= GROWING_FROM ? 1 : failed.points - soFar;
        // When an attempt has ended meanwhile, the count may be lower than the number of running attempts.
        return { left: most - Math.max(1, runs) };
      }),
    ]);
    const slowed = rooms.flatMap((room) => room.slowed ?? []).sort((one, other) => other.ms - one.ms);
    const left = Math.min(...rooms.map((room) => room.left));
    return slowed[0] ? { left, slowed: slowed[0] } : { left };
  }

  private async roomForSuccess(whose: Whose): Promise<Room> {
    const soFar = await this.succeeded.get(whose.session ?? whose.name);
    if (!soFar || soFar.consumedPoints < limit.successes) return { left: Infinity };
    return { left: -1, slowed: { ms: soFar.msBeforeNext, text: texts.accounts.busy } };
  }

  /** Ends an attempt that `begin` counted. */
  async end(whose: Whose, outcome?: Outcome): Promise<void> {
    const counted = this.countedFor(whose);
    if (outcome === 'failed') await Promise.all(counted.map((one) => this.countFailure(one)));
    if (outcome === 'succeeded') await this.succeeded.penalty(whose.session ?? whose.name);
    await Promise.all(
      counted.map(async ({ count: { running }, key }) => {
        // The last running attempt removes the count, so that the count's lifetime starts anew with the next attempt.
        const last = { key: running.getKey(key), points: { $lte: 1 } };
        const { deletedCount } = await this.db.collection(TABLE).deleteOne(last);
        if (deletedCount === 0) await running.reward(key);
      }),
    );
  }

  private async countFailure({ count: { failed, pauses }, key }: Counted): Promise<void> {
    const { consumedPoints } = await failed.penalty(key);
    if (!pauses || consumedPoints < GROWING_FROM) return;
    const seconds = SHORTEST_PAUSE_S * 2 ** Math.floor((consumedPoints - GROWING_FROM) / 10);
    await pauses.set(key, 1, Math.min(LONGEST_PAUSE_S, seconds));
  }

  private countedFor(whose: Whose): Counted[] {
    return this.counts.flatMap((count) => count.keysOf(whose).map((key) => ({ count, key })));
  }
}
