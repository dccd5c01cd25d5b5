import { AppError, type Jwks, limits, siteJwks, texts } from '@sarafa/contracts';
import { SinglePublisher, StatePublisher } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { AuthConfig } from '../auth.config.js';
import { AUTH_CONFIG } from '../auth.tokens.js';
import type { KeyRingDocument, SigningKey } from './key-ring.schema.js';
import { SigningKeysRepository } from './signing-keys.repository.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * ES256 keys, made once and shared by all replicas. Their public halves are published for every process that verifies tokens. A
 * key is followed by a new one when it is old enough, and removed when the last token that it signed has expired, so nobody is
 * signed out.
 */
@Injectable()
export class SigningKeys extends SinglePublisher<Jwks> {
  /** The published keys: tokens that they sign are accepted everywhere. */
  private keys: SigningKey[] = [];
  private read: SigningKey[] = [];

  constructor(
    private readonly repository: SigningKeysRepository,
    state: StatePublisher,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
  ) {
    super(state, siteJwks, config.SWEEP_MS);
  }

  /** The key that signs now. Throws `UNAVAILABLE` while no key could be published. */
  async signing(): Promise<SigningKey> {
    // The sweep fails for the same reason and logs it.
    if (this.keys.length === 0) await this.turn().catch(() => undefined);
    const now = Date.now();
    const key = this.keys.findLast(({ signs_from }) => signs_from.getTime() <= now);
    if (!key) throw new AppError('UNAVAILABLE', texts.errors.partDown);
    return key;
  }

  /** A key that isn't published yet signs nothing. */
  protected override async turn(): Promise<void> {
    await super.turn();
    this.keys = this.read;
  }

  protected async current() {
    const { rev, keys } = await this.renewed(await this.repository.ensure());
    this.read = keys;
    return { rev, value: { keys: keys.map(publicHalf) } };
  }

  private async renewed(ring: KeyRingDocument): Promise<KeyRingDocument> {
    const now = Date.now();
    const kept = ring.keys.filter((_, index) => !this.isSpent(ring.keys[index + 1], now));
    const newest = kept.at(-1);
    const isDue = !newest || newest.signs_from.getTime() + this.config.SIGNING_KEY_DAYS * DAY_MS <= now;
    if (!isDue && kept.length === ring.keys.length) return ring;
    // The very first key needn't wait: nobody verifies tokens yet.
    const signsFrom = new Date(newest ? now + this.config.SIGNING_KEY_LEAD_MS : now);
    const keys = isDue ? [...kept, await newKey(signsFrom)] : kept;
    return (await this.repository.replaceKeys(ring.rev, keys)) ?? this.renewed(await this.repository.ensure());
  }

  /** The last token of a key was signed when the next key's time came. */
  private isSpent(successor: SigningKey | undefined, now: number): boolean {
    const { ADMIN_TOKEN_HOURS, SHOP_TOKEN_DAYS } = this.config;
    const longest = Math.max(ADMIN_TOKEN_HOURS * HOUR_MS, SHOP_TOKEN_DAYS * DAY_MS, limits.screens.tokenDays * DAY_MS);
    return successor !== undefined && successor.signs_from.getTime() + longest < now;
  }
}

async function newKey(signsFrom: Date): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { kid: await calculateJwkThumbprint(jwk), jwk, signs_from: signsFrom };
}

function publicHalf({ kid, jwk }: SigningKey): Jwks['keys'][number] {
  return { kty: 'EC', crv: 'P-256', x: jwk.x!, y: jwk.y!, kid, alg: 'ES256', use: 'sig' };
}
