import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { AppError, type Jwks, limits, type StateKey, texts } from '@sarafa/contracts';
import { type Bus, type Health, SinglePublisher, type StatePublisher } from '@sarafa/server';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { AuthConfig } from '../auth.config.js';
import type { KeyRingDocument, RingName, SigningKey } from './key-ring.schema.js';
import { MasterKeys, MissingMasterKey } from './master-keys.js';
import type { SigningKeysRepository } from './signing-keys.repository.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/**
 * For how long a ring of the release before goes on signing: its pods can't read a wrapped key. Longer than any rollout that goes
 * well, so that somebody looks at one that doesn't; waiting costs nothing but the hour.
 */
const ROLLOUT_MS = HOUR_MS;
/**
 * A clock may be wrong for a while, NATS' own too: it makes the next key long before its time. So the key before stays whole until the
 * next one has signed for this time, and one that begins later than this from now doesn't count as the newest.
 */
const DOUBT_MS = DAY_MS;

export interface Signer {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/**
 * A ring of ES256 keys, made once and shared by all replicas. Their public halves are published for every process that verifies
 * tokens; their private halves are stored wrapped by `MASTER_KEY`. A key is followed by a new one when it is old enough, loses its
 * private half a day after that has begun to sign, and is removed when the last token that it signed has expired, so nobody is signed
 * out. All of that goes by the time that all parts agree on.
 */
export abstract class SigningKeys extends SinglePublisher<Jwks> {
  /** A key that isn't published must not sign. */
  protected override readonly comparesValues = true;
  /** The published keys: tokens that they sign are accepted everywhere. */
  private keys: SigningKey[] = [];
  private read: SigningKey[] = [];
  /** Private halves by `kid`. What is open stays so where another replica has wrapped it anew by a newer master key. */
  private readonly opened = new Map<string, KeyObject>();
  private readonly master: MasterKeys;
  /** Why keys of the ring can't be read. */
  private fault: MissingMasterKey | undefined;

  protected constructor(
    private readonly ring: RingName,
    stateKey: StateKey<Jwks>,
    protected readonly repository: SigningKeysRepository,
    state: StatePublisher,
    private readonly config: AuthConfig,
    health: Health,
    private readonly bus: Bus,
  ) {
    super(state, stateKey, config.SWEEP_MS);
    this.master = new MasterKeys(config.MASTER_KEY);
    health.add(`signing keys (${ring})`, async () => {
      if (this.fault) throw this.fault;
    });
  }

  /** The key that signs now. Throws `UNAVAILABLE` while no key could be published. */
  async signing(): Promise<Signer> {
    // The sweep fails for the same reason and logs it.
    if (this.keys.length === 0) await this.turn().catch(() => undefined);
    const now = await this.bus.clock.now();
    const key = this.keys.findLast(({ signs_from, is_peoples }) => !is_peoples && signs_from.getTime() <= now);
    const privateKey = key && this.opened.get(key.kid);
    if (privateKey) return { kid: key.kid, privateKey };
    if (key || this.keys.length === 0) throw new AppError('UNAVAILABLE', texts.errors.partDown);
    return this.borrowed();
  }

  /** Keys of another ring that tokens of this one may be signed with. */
  protected abstract adopted(): Promise<SigningKey[]>;
  /** What signs before the time of the ring's first own key. */
  protected abstract borrowed(): Promise<Signer>;

  /** A key that isn't published yet signs nothing. */
  protected override async turn(): Promise<void> {
    await super.turn();
    if (this.fault) throw this.fault;
    this.keys = this.read;
  }

  /** A ring that can't be read is published as it is, because its tokens are good, and nothing of it is changed. */
  protected async current() {
    let fault: MissingMasterKey | undefined;
    const { rev, keys } = await this.renewed().catch((error: unknown) => {
      if (!(error instanceof MissingMasterKey)) throw error;
      fault = error;
      return this.stored();
    });
    // Not before: the health would be good for a moment of each turn.
    this.fault = fault;
    this.read = keys;
    return { rev, value: { keys: keys.map(({ kid, jwk }) => publicHalf(kid, jwk)) } };
  }

  protected raise(from: number, to: number): Promise<boolean> {
    return this.repository.raise(this.ring, from, to);
  }

  private async stored(): Promise<KeyRingDocument> {
    return (await this.repository.find(this.ring)) ?? this.repository.add(this.ring);
  }

  private async renewed(): Promise<KeyRingDocument> {
    for (;;) {
      const ring = await this.stored();
      for (const key of ring.keys) await this.open(key);
      const keys = await this.due(ring.keys);
      const isSame = keys.length === ring.keys.length && keys.every((key, index) => key === ring.keys[index]);
      const renewed = isSame ? ring : await this.repository.replaceKeys(this.ring, ring.rev, keys);
      if (renewed) return renewed;
    }
  }

  /** What the ring has to be now. A key that stays as it is is the same object. */
  private async due(stored: SigningKey[]): Promise<SigningKey[]> {
    const now = await this.bus.clock.now();
    const adopted = await this.adopted();
    const others = adopted.filter(({ kid }) => !stored.some((key) => key.kid === kid));
    const keys = [...stored, ...others].sort(bySigning);
    const kept = keys.filter((_, index) => !this.isSpent(successorOf(keys, index), now));
    const newest = kept.findLast(({ is_peoples, signs_from }) => !is_peoples && signs_from.getTime() <= now + DOUBT_MS);
    const isSigned = kept.some(({ signs_from }) => signs_from.getTime() <= now);
    const isOld = newest && newest.signs_from.getTime() + this.config.SIGNING_KEY_DAYS * DAY_MS <= now;
    if (!isSigned || !newest?.wrapped || isOld) {
      // Pods of the release before sign with its keys, where there are any.
      const isOfRelease = newest ? newest.jwk.d !== undefined : adopted.length > 0;
      const lead = Math.max(this.config.SIGNING_KEY_LEAD_MS, isOfRelease ? ROLLOUT_MS : 0);
      // A key needn't wait where nobody signs: nobody has a token yet, or all keys were removed because one had leaked, or by a restore.
      const waits = isSigned && (newest !== undefined || isOfRelease);
      kept.push(await this.newKey(new Date(waits ? now + lead : now)));
      kept.sort(bySigning);
    }
    return Promise.all(kept.map((key, index) => this.stripped(key, successorOf(kept, index), now)));
  }

  /** Without its private half once that isn't needed any more; wrapped anew where an older master key has wrapped it. */
  private async stripped(key: SigningKey, successor: SigningKey | undefined, now: number): Promise<SigningKey> {
    const { kid, jwk, wrapped, signs_from } = key;
    // One that everybody can read, of the release before, goes as soon as the next key signs everywhere.
    const isFollowed =
      successor && successor.signs_from.getTime() + (jwk.d ? this.config.SIGNING_KEY_LEAD_MS : DOUBT_MS) <= now;
    if (isFollowed && (wrapped || jwk.d)) return { kid, jwk: publicHalf(kid, jwk), signs_from };
    if (!wrapped || !this.master.isOutdated(wrapped)) return key;
    return { ...key, wrapped: await this.master.wrap(await this.master.unwrap(wrapped)) };
  }

  private async newKey(signs_from: Date): Promise<SigningKey> {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(privateKey);
    const kid = await calculateJwkThumbprint(jwk);
    const made = { kid, jwk: publicHalf(kid, jwk), wrapped: await this.master.wrap(jwk), signs_from };
    await this.open(made);
    return made;
  }

  /** Throws `MissingMasterKey`. */
  private async open({ kid, jwk, wrapped }: SigningKey): Promise<void> {
    if (this.opened.has(kid) || !(wrapped || jwk.d)) return;
    const whole = wrapped ? await this.master.unwrap(wrapped) : jwk;
    if ((await calculateJwkThumbprint(whole)) !== kid) throw new Error(`What is stored as the key ${kid} is another one`);
    this.opened.set(kid, createPrivateKey({ key: whole as JsonWebKey, format: 'jwk' }));
  }

  /** The last token of a key was signed when the next key's time came. */
  private isSpent(successor: SigningKey | undefined, now: number): boolean {
    const { ADMIN_TOKEN_HOURS, SHOP_TOKEN_DAYS } = this.config;
    const longest = Math.max(ADMIN_TOKEN_HOURS * HOUR_MS, SHOP_TOKEN_DAYS * DAY_MS, limits.screens.tokenDays * DAY_MS);
    return successor !== undefined && successor.signs_from.getTime() + longest < now;
  }
}

function bySigning(one: SigningKey, other: SigningKey): number {
  return one.signs_from.getTime() - other.signs_from.getTime();
}

/** The ring's own key that signs after this one. */
function successorOf(keys: SigningKey[], index: number): SigningKey | undefined {
  return keys.slice(index + 1).find(({ is_peoples }) => !is_peoples);
}

function publicHalf(kid: string, { x, y }: JWK): Jwks['keys'][number] {
  return { kty: 'EC', crv: 'P-256', x: x!, y: y!, kid, alg: 'ES256', use: 'sig' };
}
