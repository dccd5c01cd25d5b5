import { AppError, texts } from '@sarafa/contracts';
import { clientNetwork, widerNetworks } from '@sarafa/server';
import { MinuteCounts } from '../edge/minute-counts.js';

const MINUTE_MS = 60_000;
const MAX_NETWORKS = 20_000;
/** A pairing is stored for ten minutes, where a read costs memory alone, so that as many of them would keep out all other TVs. */
const READS_FOR_ONE = 100;
/** A larger network opens as many as this many addresses may, and so do all clients whose addresses don't tell them apart. */
const ADDRESSES_PER_NETWORK = 4;
const ADDRESSES_PER_SHARED = 10;

/** The ceiling for pairings that one network opens in a minute, apart from that for its reads: its boards must go on reading. */
export class PairingLimit {
  private readonly counts: MinuteCounts;
  private readonly wider: MinuteCounts;
  private readonly shared: MinuteCounts;
  private endsAt = 0;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(
    readsPerMinute: number,
    private readonly now = () => performance.now(),
  ) {
    const most = Math.ceil(readsPerMinute / READS_FOR_ONE);
    this.counts = new MinuteCounts(most, MAX_NETWORKS);
    this.shared = new MinuteCounts(most * ADDRESSES_PER_SHARED, MAX_NETWORKS);
    this.wider = new MinuteCounts(most * ADDRESSES_PER_NETWORK, MAX_NETWORKS);
  }

  /** Throws `TOO_MANY_REQUESTS` above the ceiling, with the time until the next minute begins. */
  count(address: string, isTold = true): void {
    const left = this.endsAt - this.now();
    if (left <= 0) {
      this.counts.clear();
      this.wider.clear();
      this.shared.clear();
      this.endsAt = this.now() + MINUTE_MS;
    }
    const isAllowed = isTold
      ? [this.counts.add(clientNetwork(address)), ...widerNetworks(address).map((network) => this.wider.add(network))]
      : [this.shared.add('')];
    if (!isAllowed.includes(false)) return;
    throw new AppError('TOO_MANY_REQUESTS', texts.screens.tooManyPairings, undefined, Math.max(1, Math.ceil(left / 1_000)));
  }
}
