import {
  accountState,
  type Actor,
  AppError,
  auth,
  type Me,
  OwnPassword,
  parseInput,
  portalTexts,
  SignIn,
  users,
} from '@sarafa/contracts';
import { requireSignedIn, RpcClient, StateCache } from '@sarafa/server';
import { Body, Controller, Get, HttpCode, Post, Put, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../access.js';

@Controller('auth')
export class SessionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly state: StateCache,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Access('public')
  signIn(@Body() body: unknown, @Req() { ip: address }: FastifyRequest, @CurrentActor() actor: Actor) {
    return this.rpc.call(auth.signIn, { ...parseInput(SignIn, body), address }, actor);
  }

  /** From memory: the guard has just read the same. */
  @Get('me')
  @Access('admin', 'user')
  async me(@CurrentActor() actor: Actor): Promise<Me> {
    const { id, role, username, logo_url, shop_name } = await this.accountOf(actor);
    return { id, username, role, logo_url, ...(role === 'user' ? { shop_name } : {}) };
  }

  @Put('password')
  @Access('admin', 'user')
  async changePassword(@Body() body: unknown, @Req() { ip: address }: FastifyRequest, @CurrentActor() actor: Actor) {
    const passwords = parseInput(OwnPassword, body);
    const { username } = await this.accountOf(actor);
    return this.rpc.call(auth.changePassword, { ...passwords, username, address }, actor);
  }

  @Post('logout-all')
  @HttpCode(200)
  @Access('admin', 'user')
  async endSessions(@CurrentActor() actor: Actor) {
    await this.rpc.call(users.endSessions, {}, actor);
    return { message: portalTexts.login.endedEverywhere };
  }

  private async accountOf(actor: Actor) {
    requireSignedIn(actor);
    const account = await this.state.load(accountState, actor.id);
    if (!account) throw new AppError('UNAUTHENTICATED', portalTexts.access.signIn);
    return { id: actor.id, ...account };
  }
}
