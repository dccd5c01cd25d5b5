import { users } from '@sarafa/contracts';
import { z } from 'zod';
import { inPages } from './in-pages.js';
import type { Lease } from './nats/lease.js';
import type { RpcClient } from './rpc/messaging.js';
import type { Metrics } from './metrics.js';
import { Repeating } from './repeating.js';
import { RemovalsConfig, WatchedRemovals } from './watched-removals.js';

/** The configuration of a service that removes what is stored of deleted shops. */
export const OrphansConfig = RemovalsConfig.extend({
  ORPHAN_GRACE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(3_600_000)
    .describe(
      'Milliseconds for which what a shop without an account, or a removed screen, has left is watched before it is removed.',
    ),
});
type Config = z.infer<typeof OrphansConfig> & { readonly SWEEP_MS: number };

/** Asking rarely is enough, because a service normally hears of a deleted shop by an event. */
const SWEEP_MS = 3_600_000;
/** The pause until users can be asked, or until this replica leads. */
const RETRY_MS = 60_000;
const BATCH = 200;

/** What a service stores of shops. */
interface OfShops {
  idsAfter(after: string | undefined, limit: number): Promise<string[]>;
  removeOf(id: string): Promise<void>;
}

/** Removes what is stored of deleted shops that its service has not heard of, because an event may be lost with NATS. */
export abstract class OrphanSweep extends Repeating {
  private readonly stored: readonly { readonly ofShops: OfShops; readonly removals: WatchedRemovals }[];
  private isDone = false;

  /** The keys of `stored` are the metrics' labels of what is removed. */
  protected constructor(
    stored: Record<string, OfShops>,
    private readonly lease: Lease,
    private readonly rpc: RpcClient,
    metrics: Metrics,
    private readonly config: Config,
  ) {
    super();
    const { ORPHAN_GRACE_MS: graceMs, REMOVE_ANYWAY_UNTIL } = config;
    this.stored = Object.entries(stored).map(([what, ofShops]) => {
      return { ofShops, removals: new WatchedRemovals(metrics, { what, graceMs, REMOVE_ANYWAY_UNTIL }) };
    });
  }

  protected pause(): number {
    const { SWEEP_MS: least, ORPHAN_GRACE_MS } = this.config;
    return Math.max(least, Math.min(this.isDone ? SWEEP_MS : RETRY_MS, ORPHAN_GRACE_MS));
  }

  /** Only one replica watches leftovers, because two would begin their grace periods at different times. */
  protected async turn(): Promise<void> {
    this.isDone = false;
    if (!this.lease.isHeld) {
      for (const { removals } of this.stored) removals.forget();
      return;
    }
    // What can't be removed of one kind keeps no other kind waiting.
    const swept = await Promise.allSettled(this.stored.map(({ ofShops, removals }) => this.sweep(ofShops, removals)));
    for (const one of swept) if (one.status === 'rejected') throw one.reason;
    this.isDone = true;
  }

  private async sweep(ofShops: OfShops, removals: WatchedRemovals): Promise<void> {
    const orphans: string[] = [];
    let total = 0;
    for await (const id of inPages<string>((last, size) => ofShops.idsAfter(last, size), BATCH)) {
      total++;
      if ((await this.rpc.call(users.getLogo, { id }, { role: 'public' })).logo_url === null) orphans.push(id);
    }
    await removals.sweep(orphans, total, (id) => ofShops.removeOf(id));
  }
}
