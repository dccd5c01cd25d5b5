import { accountState, type Actor, AppError, auth, type Me, parseInput, portalTexts, SignIn, users } from '@sarafa/contracts';
import { requireSignedIn, RpcClient, StateCache } from '@sarafa/server';
import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
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
    requireSignedIn(actor);
    const { id } = actor;
    const account = await this.state.load(accountState, id);
    if (!account) throw new AppError('UNAUTHENTICATED', portalTexts.access.signIn);
    const { role, username, logo_url, shop_name } = account;
    return { id, username, role, logo_url, ...(role === 'user' ? { shop_name } : {}) };
  }

  @Post('logout-all')
  @HttpCode(200)
  @Access('admin', 'user')
  async endSessions(@CurrentActor() actor: Actor) {
    await this.rpc.call(users.endSessions, {}, actor);
    return { message: portalTexts.login.endedEverywhere };
  }
}
