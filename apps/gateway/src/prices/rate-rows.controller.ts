import { type Actor, Id, rateRows, RateRows, RowsBasis, SavedRateRows, SentRateRows, texts } from '@sarafa/contracts';
import { requireOwnerOrAdmin, RpcClient } from '@sarafa/server';
import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { Access, CurrentActor } from '../access.js';
import { BoardAnswers } from '../boards/board-answers.js';
import { Operation } from '../operation.js';

/** A shop's rows that the market prices (rule 5.11). */
@Controller('user/rate-rows')
export class RateRowsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly answers: BoardAnswers,
  ) {}

  @Get(':userId')
  @Access('admin', 'user')
  @Operation({ summary: "A shop's rows that the market prices", answers: RateRows, errors: ['NOT_FOUND'] })
  get(@Param('userId', { schema: Id }) userId: string, @CurrentActor() actor: Actor) {
    return this.rpc.call(rateRows.get, { userId }, actor);
  }

  @Get(':userId/basis')
  @Access('admin', 'user')
  @Operation({
    summary: "What a shop's rows are priced from: the landed prices that its boards show, and its margins",
    answers: RowsBasis,
    errors: ['NOT_FOUND'],
  })
  basis(@Param('userId', { schema: Id }) userId: string, @CurrentActor() actor: Actor): Promise<RowsBasis> {
    requireOwnerOrAdmin(actor, userId);
    return this.answers.basis(userId);
  }

  @Put(':userId')
  @Access('admin', 'user')
  @Operation({
    summary: "Replaces a shop's rows as a whole",
    description: 'With the `rev` that the list was read at: 409 when somebody else has saved since, and then nothing changes.',
    answers: SavedRateRows,
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
  async replace(
    @Body({ schema: SentRateRows }) list: SentRateRows,
    @Param('userId', { schema: Id }) userId: string,
    @CurrentActor() actor: Actor,
  ) {
    const saved = await this.rpc.call(rateRows.replace, { ...list, userId }, actor);
    return { message: texts.rateRows.saved, rateRows: saved };
  }
}
