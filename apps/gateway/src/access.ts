import { AppError, type Role } from '@sarafa/contracts';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

/** Read by reflection in the architecture test. */
export const ROLES = Reflector.createDecorator<Role[]>();

/** Who may use a route. Every route says so: one that doesn't is refused. */
export const Access = (...roles: Role[]) => ROLES(roles);

/** Nobody can sign in yet, so everybody is the public. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.get(ROLES, context.getHandler())?.includes('public')) return true;
    throw new AppError('UNAUTHENTICATED', 'Please sign in');
  }
}
