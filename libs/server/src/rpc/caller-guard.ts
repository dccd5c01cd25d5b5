import { Actor, AppError, parseInput, type PartName, ServiceTokenClaims, texts } from '@sarafa/contracts';
import { type CanActivate, type ExecutionContext, Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { CheckedTokens, refusedToken } from '../sessions/checked-tokens.js';
import { currentRequest } from '../request-context.js';
import { Sessions } from '../sessions/sessions.js';
import { PublishedKeys } from '../sessions/tokens.js';

/** Whether a call for somebody who is signed in has to carry that person's token, and one that only some parts may make the part's. */
export type CallerTokens = 'required' | 'optional';

/** The metadata of a handler that only these parts may ask. */
export const ASKED_BY = 'sarafa:asked-by';

const Call = z.looseObject({ actor: Actor });

/**
 * Checks in each service who makes a call. The gateway names an actor, but isn't believed: the call carries the token that the gateway
 * was given, and the actor is whom that token belongs to, with the role that the account has now. What a part asks by itself carries a
 * token that names the part.
 */
@Injectable()
export class CallerGuard implements CanActivate {
  private readonly log = new Logger(CallerGuard.name);
  private readonly services: CheckedTokens<ServiceTokenClaims>;

  constructor(
    private readonly sessions: Sessions,
    published: PublishedKeys,
    private readonly tokens: CallerTokens,
  ) {
    this.services = new CheckedTokens(published, ServiceTokenClaims);
  }

  /**
   * Throws `UNAUTHENTICATED` for a token that isn't the actor's, `FORBIDDEN` for a part that may not ask this, and `UNAVAILABLE` where
   * it can't be known who asks.
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = context.switchToRpc().getData<{ actor: unknown; signedInAt?: number; username?: string }>();
    const { actor } = parseInput(Call, call);
    delete call.signedInAt;
    delete call.username;
    const parts = Reflect.getMetadata(ASKED_BY, context.getHandler()) as readonly PartName[] | undefined;
    if (parts) await this.requireOneOf(parts);
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

  /** A person whose request is carried out isn't at fault, and must not be told to sign in again. */
  private async requireOneOf(parts: readonly string[]): Promise<void> {
    const { service } = currentRequest() ?? {};
    if (service === undefined && this.tokens === 'optional') return;
    const { sub } = await this.services.of(service).catch((error: unknown) => {
      this.log.warn(`A call that only ${parts.join(', ')} may make says not who makes it: ${String(error)}`);
      throw new AppError('UNAVAILABLE', texts.errors.partDown);
    });
    if (!parts.includes(sub)) throw new AppError('FORBIDDEN', texts.access.insufficient);
  }
}
