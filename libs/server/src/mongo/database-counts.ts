import { type IRateLimiterMongoOptions, RateLimiterMongo, type RateLimiterRes } from 'rate-limiter-flexible';

/** A replica whose clock is behind by minutes or hours must not take the counts of the others for those of a clock that was ahead. */
const DOUBT_MS = 86_400_000;

/**
 * Counts in the database, for all replicas, each of which ends after its duration. A count that would last for a day longer was begun
 * by a clock that was ahead for a while, and begins anew: it would refuse somebody until that time.
 */
export class DatabaseCounts extends RateLimiterMongo {
  private indexes?: Promise<void>;

  constructor(options: IRateLimiterMongoOptions) {
    // They are made below, because the limiter tries to make them only once, at start, and goes on without them.
    super({ ...options, disableIndexesCreation: true });
  }

  /** The unique index keeps two that begin to count at once from making two counts; the other index lets counts expire. */
  ensureIndexes(): Promise<void> {
    this.indexes ??= this.createIndexes().catch((error: unknown) => {
      delete this.indexes;
      throw error;
    });
    return this.indexes;
  }

  override async get(key: string): Promise<RateLimiterRes | null> {
    const found = await super.get(key);
    if (!found || !this.isOfWrongClock(found)) return found;
    await this.delete(key);
    return null;
  }

  override async penalty(key: string): Promise<RateLimiterRes> {
    const counted = await super.penalty(key);
    if (!this.isOfWrongClock(counted)) return counted;
    await this.delete(key);
    return super.penalty(key);
  }

  private isOfWrongClock({ msBeforeNext }: RateLimiterRes): boolean {
    return msBeforeNext > this.msDuration + DOUBT_MS;
  }
}
