import {
  accountState,
  type Actor,
  AppError,
  auth,
  Done,
  Id,
  ListedSessions,
  Me,
  OwnPassword,
  type SessionOrigin,
  SessionsQuery,
  SignedIn,
  SignIn,
  texts,
  users,
} from '@sarafa/contracts';
import { isFreshSignIn, requireSignedIn, RpcClient, type Session, StateCache, widestNetwork } from '@sarafa/server';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access, CurrentActor, CurrentSession, Fresh, freshSignInNeeded } from '../access.js';
import { ClientAddresses } from '../edge/client-addresses.js';
import { Operation } from '../operation.js';
import { deviceName } from './device-name.js';

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
    description:
      'An account with a second step is 401 `SECOND_FACTOR_NEEDED` with a `challenge`, and `passkey` where it has passkeys for this site, ' +
      'until the same call comes once more with that `challenge` and with a `code` or a `passkey`.',
    errors: ['UNAUTHENTICATED', 'SECOND_FACTOR_NEEDED', 'FORBIDDEN', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
  })
  signIn(
    @Body({ schema: SignIn }) { challenge, code, passkey, ...credentials }: SignIn,
    @Req() request: FastifyRequest,
    @CurrentActor() actor: Actor,
  ) {
    const second = { challenge, code, passkey, host: request.host };
    return this.rpc.call(auth.signIn, { ...credentials, ...this.clientOf(request), second }, actor);
  }

  /** Answered from memory: the guard has just read the same state. */
  @Get('me')
  @Access('admin', 'user')
  @Operation({ summary: 'Who one is', answers: Me })
  async me(@CurrentActor() actor: Actor): Promise<Me> {
    const { id, username, logo_url, shop_name, factor_due, ...account } = await this.accountOf(actor);
    const { role } = account;
    const own = role === 'user' ? { shop_name } : { admin_role: account.admin_role, second_factor_due: factor_due };
    return { id, username, role, logo_url, ...own };
  }

  @Put('password')
  @Access('viewer', 'user')
  @Fresh('where the account has a second step')
  @Operation({
    summary: "Changes one's own password",
    description:
      'All other sessions end. The token in the answer replaces that of the session, which goes on. A wrong current password ' +
      'counts as a failed sign-in.',
    answers: SignedIn,
    errors: ['TOO_MANY_REQUESTS'],
  })
  async changePassword(
    @Body({ schema: OwnPassword }) passwords: OwnPassword,
    @Req() request: FastifyRequest,
    @CurrentSession() { actor, sid, signedInAt }: Session,
  ) {
    const { username } = await this.accountOf(actor);
    const change = { ...passwords, ...this.clientOf(request), username, sid };
    // Users, which alone knows whether the account has a second step, says FORBIDDEN.
    return this.rpc.call(auth.changePassword, change, actor).catch((error: unknown) => {
      throw !isFreshSignIn(signedInAt) && error instanceof AppError && error.code === 'FORBIDDEN' ? freshSignInNeeded() : error;
    });
  }

  @Get('sessions')
  @Access('admin', 'user')
  @Operation({
    summary: 'Where one is signed in',
    description: "An owner may ask for another account's sessions.",
    answers: ListedSessions,
    errors: ['NOT_FOUND'],
  })
  async list(
    @Query({ schema: SessionsQuery }) { userId }: SessionsQuery,
    @CurrentSession() { actor, sid }: Session,
  ): Promise<ListedSessions> {
    const sessions = await this.rpc.call(users.listSessions, { id: userId ?? actor.id }, actor);
    return sessions.map((session) => ({ ...session, current: session.id === sid }));
  }

  @Delete('sessions/:id')
  @Access('viewer', 'user')
  @Operation({ summary: "Ends one of one's sessions", answers: Done, errors: ['NOT_FOUND'] })
  async endSession(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor) {
    await this.rpc.call(users.endSession, { id }, actor);
    return { message: texts.login.sessionEnded };
  }

  @Post('logout')
  @HttpCode(200)
  @Access('viewer', 'user')
  @Operation({
    summary: 'Ends the session of the token',
    description: 'With a token of a release without sessions, all sessions end.',
    answers: Done,
  })
  async logOut(@CurrentSession() { actor, sid }: Session) {
    if (sid === undefined) {
      // Nothing but its version tells such a token from others of the account.
      await this.rpc.call(users.endSessions, {}, actor);
    } else {
      await this.rpc.call(users.endSession, { id: sid }, actor).catch(unlessGone);
    }
    return { message: texts.login.loggedOut };
  }

  @Post('logout-all')
  @HttpCode(200)
  @Access('viewer', 'user')
  @Operation({ summary: "Ends all of one's sessions", answers: Done })
  async endSessions(@CurrentActor() actor: Actor) {
    await this.rpc.call(users.endSessions, {}, actor);
    return { message: texts.login.endedEverywhere };
  }

  /** By what sign-ins are counted, and what the list of sessions says of it. */
  private clientOf({ ip, headers }: FastifyRequest): { address: string; origin: SessionOrigin } {
    const origin = { device: deviceName(headers['user-agent']), address: widestNetwork(ip) };
    return { address: this.addresses.counted(ip), origin };
  }

  private async accountOf(actor: Actor) {
    requireSignedIn(actor);
    const account = await this.state.load(accountState, actor.id);
    if (!account) throw new AppError('UNAUTHENTICATED', texts.access.signIn);
    return { id: actor.id, ...account };
  }
}

/** A session that has ended meanwhile has ended. */
function unlessGone(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
}
