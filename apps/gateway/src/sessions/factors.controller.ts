import {
  type Actor,
  Done,
  Factor,
  Factors,
  NewPasskey,
  PasskeyCreation,
  Id,
  RecoveryCodes,
  texts,
  TotpConfirmation,
  TotpSetup,
  users,
} from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
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

  @Post('auth/factors/passkeys/options')
  @HttpCode(200)
  @Access('viewer', 'user')
  @Fresh()
  @Operation({
    summary: 'What the browser makes a passkey of',
    description:
      "The passkey is bound to the host of the request. The options are WebAuthn's PublicKeyCredentialCreationOptionsJSON.",
    answers: PasskeyCreation,
    errors: ['INVALID_INPUT'],
  })
  beginPasskey(@Req() { host }: FastifyRequest, @CurrentActor() actor: Actor) {
    return this.rpc.call(users.beginPasskey, { host }, actor);
  }

  @Post('auth/factors/passkeys')
  @Access('viewer', 'user')
  @Fresh()
  @Operation({
    summary: 'Adds a passkey',
    description: "`response` is WebAuthn's RegistrationResponseJSON.",
    answers: Factor,
    errors: ['CONFLICT'],
  })
  addPasskey(@Body({ schema: NewPasskey }) passkey: NewPasskey, @Req() { host }: FastifyRequest, @CurrentActor() actor: Actor) {
    return this.rpc.call(users.addPasskey, { ...passkey, host }, actor);
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
