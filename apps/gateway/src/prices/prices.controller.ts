import {
  AcceptedQuote,
  type Actor,
  EstimateTerms,
  estimates,
  HistoryPoint,
  HistoryQuery,
  Id,
  NextDuty,
  prices,
  PriceStatus,
  RefusedQuote,
  ReleasedQuote,
  SentSeq,
  texts,
  WithdrawnMetal,
  WithdrawnQuote,
} from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { Access, CurrentActor } from '../access.js';
import { Operation } from '../operation.js';
import { NextDutyReads } from './next-duty.js';
import { PriceStatusReads } from './price-status.js';

/** The state of the market, and what admins ask of it. */
@Controller()
export class PricesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly status: PriceStatusReads,
    private readonly nextDuty: NextDutyReads,
  ) {}

  @Get('admin/price-status')
  @Access('admin')
  @Operation({ summary: 'How the market service does', answers: PriceStatus })
  priceStatus(): Promise<PriceStatus> {
    return this.status.read();
  }

  /** Pricing answers after it has published the new state. */
  @Post('admin/price-refresh')
  @HttpCode(200)
  @Access('admin')
  @Operation({
    summary: 'Asks the market now; at most once in five seconds',
    answers: PriceStatus,
    errors: ['TOO_MANY_REQUESTS'],
  })
  async refresh(@CurrentActor() actor: Actor): Promise<PriceStatus> {
    await this.rpc.call(prices.refresh, {}, actor);
    return this.status.read();
  }

  @Get('admin/import-duty')
  @Access('admin')
  @Operation({
    summary: 'The next import duty that is configured, and what it changes: rates at the market of now, and how many boards',
    answers: NextDuty,
  })
  next(@CurrentActor() actor: Actor): Promise<NextDuty> {
    return this.nextDuty.read(actor);
  }

  @Get('admin/quarantine')
  @Access('admin')
  @Operation({ summary: 'The quotes that were refused, and why; newest first', answers: z.array(RefusedQuote) })
  listQuarantine(@CurrentActor() actor: Actor) {
    return this.rpc.call(prices.listQuarantine, {}, actor);
  }

  @Post('admin/quarantine/:id/release')
  @HttpCode(200)
  @Access('admin')
  @Operation({
    summary: 'Accepts a refused quote after all',
    answers: ReleasedQuote,
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
  async release(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor) {
    return { message: texts.prices.released, quote: await this.rpc.call(prices.release, { id }, actor) };
  }

  @Get('admin/quotes')
  @Access('admin')
  @Operation({ summary: 'The latest accepted quotes; newest first', answers: z.array(AcceptedQuote) })
  listQuotes(@CurrentActor() actor: Actor) {
    return this.rpc.call(prices.listQuotes, {}, actor);
  }

  @Post('admin/quotes/:seq/withdraw')
  @HttpCode(200)
  @Access('admin')
  @Operation({
    summary: 'Withdraws an accepted quote, and what followed on it: boards go back to the one before',
    description:
      'Of `metal`, or of the metals that were new with this quote. All that was accepted after it without a jump goes with it. ' +
      'What was withdrawn is not accepted again.',
    answers: WithdrawnQuote,
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
  async withdraw(
    @Param('seq', { schema: SentSeq }) seq: number,
    @Query({ schema: WithdrawnMetal }) { metal }: WithdrawnMetal,
    @CurrentActor() actor: Actor,
  ) {
    return { message: texts.prices.withdrawn, quote: await this.rpc.call(prices.withdraw, { seq, metal }, actor) };
  }

  @Get('prices/estimate-terms')
  @Access('admin', 'user')
  @Operation({ summary: 'The taxes and charges of the estimates that a shop makes', answers: EstimateTerms })
  estimateTerms(@CurrentActor() actor: Actor): Promise<EstimateTerms> {
    return this.rpc.call(estimates.terms, {}, actor);
  }

  @Get('prices/history')
  @Access('admin', 'user')
  @Operation({ summary: 'Accepted quotes of the past, for a chart', answers: z.array(HistoryPoint) })
  history(@Query({ schema: HistoryQuery }) query: HistoryQuery, @CurrentActor() actor: Actor) {
    return this.rpc.call(prices.history, query, actor);
  }
}
