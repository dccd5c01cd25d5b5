import { type Actor, type AdminRole, AppError, isAtLeast, type Role, texts } from '@sarafa/contracts';
import { adminRoleOf, isFreshSignIn, type Session, Sessions } from '@sarafa/server';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { AccountLimit } from './edge/account-limit.js';
import { SeenSessions } from './sessions/seen-sessions.js';

type Request = FastifyRequest & { session?: Session };

/** Who may use a route, as its `@Access` says. */
type Allowed = Role | AdminRole;

/** Read by reflection in `routes.ts`. */
export const ALLOWED = Reflector.createDecorator<Allowed[]>();

/**
 * Who may use a route. Every route has to say so: a route that doesn't is refused. `admin` are the admins whose role is enough for
 * the method: a viewer reads, an operator changes too. A role of admins stands for itself and those above it, so `viewer` is every
 * admin, also for a change.
 */
export const Access = (...allowed: Allowed[]) => ALLOWED(allowed);

/** The roles that a route is for, and the least role of an admin if it is for admins. */
export interface Needed {
  readonly roles: readonly Role[];
  readonly least?: AdminRole;
}

/** `method` in capital letters. */
export function neededBy(allowed: readonly Allowed[], method: string): Needed {
  const others = allowed.filter((one) => one === 'user' || one === 'public');
  const word = allowed.find((one) => one !== 'user' && one !== 'public');
  if (!word) return { roles: others };
  return { roles: ['admin', ...others], least: word === 'admin' ? (isRead(method) ? 'viewer' : 'operator') : word };
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isAllowed(actor: Actor, { roles, least }: Needed): boolean {
  return roles.includes(actor.role) && (actor.role !== 'admin' || !least || isAtLeast(adminRoleOf(actor), least));
}

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

/** Routes without a ceiling for an account. The reads have one: a password is changed and all sessions are ended without a read. */
export const OF_SESSIONS = /^\/auth\/(?!factors|sessions$|me$)/;

@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: Sessions,
    private readonly limit: AccountLimit,
    private readonly seen: SeenSessions,
  ) {}

  /** A public route ignores a token, also a bad one (rule 2.10). */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const allowed = this.reflector.get(ALLOWED, context.getHandler()) ?? [];
    if (allowed.includes('public')) return true;
    const request = context.switchToHttp().getRequest<Request>();
    request.session = await this.sessions.of(request.headers.authorization);
    const { actor } = request.session;
    this.seen.note(request.session);
    if (!isAllowed(actor, neededBy(allowed, request.method))) throw new AppError('FORBIDDEN', texts.access.insufficient);
    if (this.reflector.get(FRESH, context.getHandler()) === 'always') requireFresh(request.session);
    // What ends a stolen session must not be kept off by what is done with it.
    if (!OF_SESSIONS.test(request.routeOptions.url!)) this.limit.count(isRead(request.method) ? 'reads' : 'changes', actor);
    return true;
  }
}
