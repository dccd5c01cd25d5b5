import { type Actor, AppError, Id, rateHistory, RateHistory, RateHistoryQuery, texts } from '@sarafa/contracts';
import { landedFromTexts, rowBook } from '@sarafa/domain';
import { requireOwnerOrAdmin, RpcClient } from '@sarafa/server';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { Access, CurrentActor } from '../access.js';
import { BoardAnswers } from '../boards/board-answers.js';
import { Operation } from '../operation.js';

/** The past of a shop's rates, in the shop's own prices. */
@Controller('user/rates/history')
export class RateHistoryController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly answers: BoardAnswers,
  ) {}

  @Get(':userId')
  @Access('admin', 'user')
  @Operation({
    summary: 'What one row of a shop has cost, for a chart',
    description: 'With the margins, the row’s adjustments and the rate list of today. Oldest first; samples are left out.',
    answers: RateHistory,
    errors: ['NOT_FOUND'],
  })
  async history(
    @Query({ schema: RateHistoryQuery }) { row, span }: RateHistoryQuery,
    @Param('userId', { schema: Id }) userId: string,
    @CurrentActor() actor: Actor,
  ): Promise<RateHistory> {
    requireOwnerOrAdmin(actor, userId);
    const { formula, margins, rate_list_id } = await this.answers.formulaOf(userId, row);
    if (!formula) throw new AppError('NOT_FOUND', texts.rateRows.notFound);
    const points = await this.rpc.call(rateHistory.landed, { span, rate_list_id }, actor);
    return points.flatMap(({ at, landed }) => {
      const price = rowBook(landedFromTexts(landed)).priceOf(formula, margins);
      return price === null ? [] : { at, price };
    });
  }
}
