import { Bus, Lease } from '@sarafa/server';
import { Injectable } from '@nestjs/common';

/** The right to ask the market and to publish it: one replica's at a time. */
@Injectable()
export class MarketLease extends Lease {
  constructor(bus: Bus) {
    super(bus, 'market');
  }
}
