import { type Actor, Done, Factors, Id, RecoveryCodes, texts, TotpConfirmation, TotpSetup, users } from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { Access, CurrentActor, Fresh } from '../access.js';
import { Operation } from '../operation.js';

const { removed, reset } = texts.factors;

/** The second steps of one's own sign-in, and owners' resets of others' (rules 2.20 to 2.22). */
@Controller()
export class FactorsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('auth/factors')
  @Access('admin', 'user')
  @Operation({ summary: "The second steps of one's own sign-in", answers: Factors })
  list(@CurrentActor() actor: Actor) {
    return this.rpc.call(users.listFactors, {}, actor);
  }

  @Post('auth/factors/totp')
  @HttpCode(200)
  @Access('viewer', 'user')
  @Fresh()
  @Operation({
    summary: 'Begins to set an authenticator app up',
    description: 'It counts once its first code has come, and takes the place of the one before.',
    answers: TotpSetup,
  })
  beginTotp(@CurrentActor() actor: Actor) {
    return this.rpc.call(users.beginTotp, {}, actor);
  }

  @Post('auth/factors/totp/confirm')
  @HttpCode(200)
  @Access('viewer', 'user')
  @Fresh()
  @Operation({
    summary: 'Confirms an authenticator app by its first code, which counts as used',
    description: 'The recovery codes in the answer are shown this once. Each takes the place of one code.',
    answers: RecoveryCodes,
  })
  confirmTotp(@Body({ schema: TotpConfirmation }) { code }: TotpConfirmation, @CurrentActor() actor: Actor) {
    return this.rpc.call(users.confirmTotp, { code }, actor);
  }

  @Delete('auth/factors/:id')
  @Access('viewer', 'user')
  @Fresh()
  @Operation({ summary: "Removes a second step of one's own sign-in", answers: Done, errors: ['NOT_FOUND', 'CONFLICT'] })
  async remove(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor) {
    await this.rpc.call(users.removeFactor, { id }, actor);
    return { message: removed };
  }

  @Delete('admin/:id/factors')
  @Access('owner')
  @Fresh()
  @Operation({
    summary: 'Resets the second steps of an admin or a shop, for somebody who has lost theirs',
    answers: Done,
    errors: ['NOT_FOUND'],
  })
  async reset(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor) {
    await this.rpc.call(users.resetFactors, { id }, actor);
    return { message: reset };
  }
}
