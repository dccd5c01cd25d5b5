import { Module } from '@nestjs/common';
import { MarketLease } from './market.lease.js';

/** The one lease of a process, for all that its leader alone does. */
@Module({ providers: [MarketLease], exports: [MarketLease] })
export class MarketLeaseModule {}
