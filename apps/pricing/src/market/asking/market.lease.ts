import { Bus, Lease, Metrics } from '@sarafa/server';
import { Injectable } from '@nestjs/common';

/** The right to ask the market and to do whatever else only one replica does. */
@Injectable()
export class MarketLease extends Lease {
  constructor(bus: Bus, metrics: Metrics) {
    super(bus, 'market');
    metrics.gauge('sarafa_market_leader', 'Whether this replica asks the market.', () => Number(this.isHeld));
  }
}
