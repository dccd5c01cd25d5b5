import { type Actor, type AdminRole, AppError, isAtLeast, type SignedInActor, texts } from '@sarafa/contracts';
import { isFreshSignIn } from './fresh-sign-in.js';
import { currentRequest } from '../request-context.js';

/** Throws `FORBIDDEN` unless an admin acts, whatever the admin's role. A viewer's changes are refused where calls are received. */
export function requireAdmin(actor: Actor): asserts actor is Actor & { role: 'admin' } {
  if (actor.role !== 'admin') throw new AppError('FORBIDDEN', texts.access.insufficient);
}

/** Throws `FORBIDDEN` unless an admin acts who may change things. */
export function requireOperator(actor: Actor): void {
  requireAdminRole(actor, 'operator');
}

/** Throws `FORBIDDEN` unless an owner acts. */
export function requireOwner(actor: Actor): asserts actor is Actor & { role: 'admin' } {
  requireAdminRole(actor, 'owner');
}

/** Throws `FORBIDDEN` for an admin whose role isn't enough for a change. */
export function requireMayChange(actor: Actor): void {
  if (actor.role === 'admin') requireOperator(actor);
}

function requireAdminRole(actor: Actor, least: AdminRole): void {
  requireAdmin(actor);
  if (!isAtLeast(adminRoleOf(actor), least)) throw new AppError('FORBIDDEN', texts.access.insufficient);
}

/** The role of an acting admin. A gateway of the release before names none, and lets in nobody but owners. */
export function adminRoleOf({ admin_role = 'owner' }: Actor & { role: 'admin' }): AdminRole {
  return admin_role;
}

/**
 * The id of the acting shop. A shop never names itself in what it reads or changes of its own. Throws `FORBIDDEN` for other
 * actors.
 */
export function ownUserId(actor: Actor): string {
  if (actor.role !== 'user') throw new AppError('FORBIDDEN', texts.access.insufficient);
  return actor.id;
}

/** Throws `FORBIDDEN` unless the shop itself or an admin acts (rule 2.12). */
export function requireOwnerOrAdmin(actor: Actor, userId: string): void {
  if (actor.role !== 'admin' && ownUserId(actor) !== userId) throw new AppError('FORBIDDEN', texts.access.ownOnly);
}

/**
 * Throws `FORBIDDEN` where the call that is being answered carries the token of a sign-in of more than five minutes ago (rule 2.17). A
 * gateway has refused it before, so nobody sees this answer but whoever goes past the gateway. A call without a token counts as fresh.
 */
export function requireFreshCall(): void {
  if (!isFreshSignIn(currentRequest()?.call?.signedInAt ?? Infinity)) throw new AppError('FORBIDDEN', texts.login.freshNeeded);
}

/** Throws `UNAUTHENTICATED` for an actor who isn't signed in. */
export function requireSignedIn(actor: Actor): asserts actor is SignedInActor {
  if (actor.role === 'public') throw new AppError('UNAUTHENTICATED', texts.access.signIn);
}
