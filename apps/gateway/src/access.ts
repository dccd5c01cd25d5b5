import { type Actor, AppError, type Role, texts } from '@sarafa/contracts';
import { isFreshSignIn, type Session, Sessions } from '@sarafa/server';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { WriteLimit } from './edge/write-limit.js';
import { SeenSessions } from './sessions/seen-sessions.js';

type Request = FastifyRequest & { session?: Session };

/** Read by reflection in the architecture spec. */
export const ROLES = Reflector.createDecorator<Role[]>();

/** The roles that may use a route. Every route has to name its roles: a route without any is refused. */
export const Access = (...roles: Role[]) => ROLES(roles);

/** The actor of the request: the public actor on a route that needs no sign-in. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  return context.switchToHttp().getRequest<Request>().session?.actor ?? { role: 'public' };
});

/** The session of the request. Only for routes that are no public ones. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): Session => {
  return context.switchToHttp().getRequest<Request>().session!;
});

/** When a route needs a fresh sign-in: always, or in the case that these words name. */
export type FreshWhen = 'always' | `where ${string}`;
/** Read by reflection. */
export const FRESH = Reflector.createDecorator<FreshWhen>();

/**
 * The route needs a sign-in of the last five minutes (rule 2.17): always, which the guard sees to, or only in a case that is known
 * from what is sent. There the method itself calls `requireFresh`.
 */
export const Fresh = (when: FreshWhen = 'always') => FRESH(when);

/** Throws `FRESH_SIGN_IN_NEEDED`. */
export function requireFresh({ signedInAt }: Session): void {
  if (!isFreshSignIn(signedInAt)) throw freshSignInNeeded();
}

export function freshSignInNeeded(message: string = texts.login.freshNeeded): AppError {
  return new AppError('FRESH_SIGN_IN_NEEDED', message);
}

const OF_SESSIONS = /^(?:\/api)?\/auth\//;

@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: Sessions,
    private readonly writes: WriteLimit,
    private readonly seen: SeenSessions,
  ) {}

  /** A public route ignores a token, also a bad one (rule 2.10). */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const roles = this.reflector.get(ROLES, context.getHandler()) ?? [];
    if (roles.includes('public')) return true;
    const request = context.switchToHttp().getRequest<Request>();
    request.session = await this.sessions.of(request.headers.authorization);
    const { actor } = request.session;
    this.seen.note(request.session);
    if (!roles.includes(actor.role)) throw new AppError('FORBIDDEN', texts.access.insufficient);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (this.reflector.get(FRESH, context.getHandler()) === 'always') requireFresh(request.session);
    // What ends a stolen session must not be kept off by what is done with it.
    if (!isRead && !OF_SESSIONS.test(request.url)) this.writes.count(actor);
    return true;
  }
}
