import { Actor, AppError, parseInput, texts } from '@sarafa/contracts';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { refusedToken } from './checked-tokens.js';
import { currentRequest } from './request-context.js';
import { Sessions } from './sessions.js';

/** Whether a call for somebody who is signed in has to carry that person's token. */
export type CallerTokens = 'required' | 'optional';

const Call = z.looseObject({ actor: Actor });

/**
 * Checks in each service who makes a call. The gateway names an actor, but isn't believed: the call carries the token that the gateway
 * was given, and the actor is whom that token belongs to, with the role that the account has now. Calls of nobody in particular need no
 * token: what a service asks by itself, NATS allows to that service alone.
 */
@Injectable()
export class CallerGuard implements CanActivate {
  constructor(
    private readonly sessions: Sessions,
    private readonly tokens: CallerTokens,
  ) {}

  /** Throws `UNAUTHENTICATED` for a token that isn't the actor's, and `UNAVAILABLE` where that can't be known. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = context.switchToRpc().getData<{ actor: unknown; signedInAt?: number; username?: string }>();
    const { actor } = parseInput(Call, call);
    delete call.signedInAt;
    delete call.username;
    if (actor.role === 'public') return true;
    const { authorization } = currentRequest() ?? {};
    if (authorization === undefined) {
      if (this.tokens === 'optional') return true;
      // A gateway of the release before sends none. Its clients would forget their own tokens after a 401.
      throw new AppError('UNAVAILABLE', texts.errors.partDown);
    }
    const { actor: known, signedInAt, username } = await this.sessions.of(authorization);
    if (known.id !== actor.id || known.role !== actor.role) throw refusedToken();
    Object.assign(call, { actor: known, signedInAt, username });
    return true;
  }
}
