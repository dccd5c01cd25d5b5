import { type Actor, holds, Id, SavedHold, SentHold, texts } from '@sarafa/contracts';
import { requireOwnerOrAdmin, RpcClient } from '@sarafa/server';
import { Body, Controller, Param, Put } from '@nestjs/common';
import { Access, CurrentActor } from '../access.js';
import { BoardAnswers } from '../boards/board-answers.js';
import { Operation } from '../operation.js';

/** Rates that a shop holds for a while (rule 3.19). */
@Controller('user/rates/hold')
export class HoldsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly answers: BoardAnswers,
  ) {}

  @Put(':userId')
  @Access('admin', 'user')
  @Operation({
    summary: "Holds the rates that a shop's boards show, at most 12 hours; null ends the hold",
    description:
      'A hold that is on keeps its rates, and gets the new end. `seq` with `duty_at`, or `set_at` of a list, names the rates that were seen: ' +
      'these are held if boards have shown them within two minutes. Other ones, another duty than the one that was seen, and rates that ' +
      'are old, are 409.',
    answers: SavedHold,
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
  async set(
    @Body({ schema: SentHold }) { until, ...seen }: SentHold,
    @Param('userId', { schema: Id }) userId: string,
    @CurrentActor() actor: Actor,
  ): Promise<SavedHold> {
    requireOwnerOrAdmin(actor, userId);
    if (until === null) {
      await this.rpc.call(holds.end, { userId }, actor);
      return { message: texts.hold.ended, held: null };
    }
    const shown = await this.answers.shown(userId);
    const at = new Date().toISOString();
    return {
      message: texts.hold.started,
      held: await this.rpc.call(holds.start, { userId, until, ...shown, ...seen, at }, actor),
    };
  }
}
