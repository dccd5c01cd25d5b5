import { type Actor, AppError, type Role, texts } from '@sarafa/contracts';
import { type Session, Sessions } from '@sarafa/server';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { WriteLimit } from './edge/write-limit.js';

type Request = FastifyRequest & { session?: Session };

/** Read by reflection in the architecture spec. */
export const ROLES = Reflector.createDecorator<Role[]>();

/** The roles that may use a route. Every route has to name its roles: a route without any is refused. */
export const Access = (...roles: Role[]) => ROLES(roles);

/** The actor of the request: the public actor on a route that needs no sign-in. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  return context.switchToHttp().getRequest<Request>().session?.actor ?? { role: 'public' };
});

/** When the actor signed in; seconds since 1970. */
export const SignedInAt = createParamDecorator((_: unknown, context: ExecutionContext): number => {
  return context.switchToHttp().getRequest<Request>().session?.signedInAt ?? 0;
});

const OF_SESSIONS = /^(?:\/api)?\/auth\//;

@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: Sessions,
    private readonly writes: WriteLimit,
  ) {}

  /** A public route ignores a token, also a bad one (rule 2.10). */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const roles = this.reflector.get(ROLES, context.getHandler()) ?? [];
    if (roles.includes('public')) return true;
    const request = context.switchToHttp().getRequest<Request>();
    request.session = await this.sessions.of(request.headers.authorization);
    const { actor } = request.session;
    if (!roles.includes(actor.role)) throw new AppError('FORBIDDEN', texts.access.insufficient);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // What ends a stolen session must not be kept off by what is done with it.
    if (!isRead && !OF_SESSIONS.test(request.url)) this.writes.count(actor);
    return true;
  }
}
