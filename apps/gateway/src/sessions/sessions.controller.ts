import {
  accountState,
  type Actor,
  AppError,
  auth,
  Done,
  Me,
  OwnPassword,
  SignedIn,
  SignIn,
  texts,
  users,
} from '@sarafa/contracts';
import { requireSignedIn, RpcClient, StateCache } from '@sarafa/server';
import { Body, Controller, Get, HttpCode, Post, Put, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../access.js';
import { ClientAddresses } from '../edge/client-addresses.js';
import { Operation } from '../operation.js';

@Controller('auth')
export class SessionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly state: StateCache,
    private readonly addresses: ClientAddresses,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Access('public')
  @Operation({
    summary: 'Signs in',
    answers: SignedIn,
    errors: ['UNAUTHENTICATED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
  })
  signIn(@Body({ schema: SignIn }) credentials: SignIn, @Req() { ip }: FastifyRequest, @CurrentActor() actor: Actor) {
    return this.rpc.call(auth.signIn, { ...credentials, address: this.addresses.counted(ip) }, actor);
  }

  /** Answered from memory: the guard has just read the same state. */
  @Get('me')
  @Access('admin', 'user')
  @Operation({ summary: 'Who one is', answers: Me })
  async me(@CurrentActor() actor: Actor): Promise<Me> {
    const { id, username, logo_url, shop_name, ...account } = await this.accountOf(actor);
    const { role } = account;
    return { id, username, role, logo_url, ...(role === 'user' ? { shop_name } : { admin_role: account.admin_role }) };
  }

  @Put('password')
  @Access('viewer', 'user')
  @Operation({
    summary: "Changes one's own password",
    description: 'All sessions end, and the answer starts a new one. A wrong current password counts as a failed sign-in.',
    answers: SignedIn,
    errors: ['TOO_MANY_REQUESTS'],
  })
  async changePassword(
    @Body({ schema: OwnPassword }) passwords: OwnPassword,
    @Req() { ip }: FastifyRequest,
    @CurrentActor() actor: Actor,
  ) {
    const { username } = await this.accountOf(actor);
    return this.rpc.call(auth.changePassword, { ...passwords, username, address: this.addresses.counted(ip) }, actor);
  }

  @Post('logout-all')
  @HttpCode(200)
  @Access('viewer', 'user')
  @Operation({ summary: "Ends all of one's sessions", answers: Done })
  async endSessions(@CurrentActor() actor: Actor) {
    await this.rpc.call(users.endSessions, {}, actor);
    return { message: texts.login.endedEverywhere };
  }

  private async accountOf(actor: Actor) {
    requireSignedIn(actor);
    const account = await this.state.load(accountState, actor.id);
    if (!account) throw new AppError('UNAUTHENTICATED', texts.access.signIn);
    return { id: actor.id, ...account };
  }
}
