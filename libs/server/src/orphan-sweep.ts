import { users } from '@sarafa/contracts';
import { z } from 'zod';
import type { Lease } from './lease.js';
import type { RpcClient } from './messaging.js';
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

interface ShopDocuments {
  idsAfter(after: string | undefined, limit: number): Promise<string[]>;
}
interface Remover {
  removeOf(id: string): Promise<void>;
}

/** Removes what is stored of deleted shops that its service has not heard of, because an event may be lost with NATS. */
export abstract class OrphanSweep extends Repeating {
  private readonly removals;
  private isDone = false;

  /** `what` is the metrics' label of what is removed. */
  protected constructor(
    what: string,
    private readonly shops: ShopDocuments,
    private readonly remover: Remover,
    private readonly lease: Lease,
    private readonly rpc: RpcClient,
    metrics: Metrics,
    private readonly config: Config,
  ) {
    super();
    const { ORPHAN_GRACE_MS: graceMs, REMOVE_ANYWAY_UNTIL } = config;
    this.removals = new WatchedRemovals(metrics, { what, graceMs, REMOVE_ANYWAY_UNTIL });
  }

  protected pause(): number {
    const { SWEEP_MS: least, ORPHAN_GRACE_MS } = this.config;
    return Math.max(least, Math.min(this.isDone ? SWEEP_MS : RETRY_MS, ORPHAN_GRACE_MS));
  }

  /** Only one replica watches leftovers, because two would begin their grace periods at different times. */
  protected async turn(): Promise<void> {
    this.isDone = false;
    if (!this.lease.isHeld) return this.removals.forget();
    const orphans: string[] = [];
    let total = 0;
    for await (const id of this.all()) {
      total++;
      if ((await this.rpc.call(users.getLogo, { id }, { role: 'public' })).logo_url === null) orphans.push(id);
    }
    await this.removals.sweep(orphans, total, (id) => this.remover.removeOf(id));
    this.isDone = true;
  }

  private async *all(): AsyncGenerator<string, void, void> {
    let last: string | undefined;
    let found: string[];
    do {
      found = await this.shops.idsAfter(last, BATCH);
      yield* found;
      last = found.at(-1);
    } while (found.length === BATCH);
  }
}
