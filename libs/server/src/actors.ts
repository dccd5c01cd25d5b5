import { type Actor, AppError, portalTexts, type SignedInActor } from '@sarafa/contracts';

/** Throws `FORBIDDEN` unless an admin acts. */
export function requireAdmin(actor: Actor): asserts actor is Actor & { role: 'admin' } {
  if (actor.role !== 'admin') throw new AppError('FORBIDDEN', portalTexts.access.insufficient);
}

/** The acting shop's own id: what a shop reads or changes as its own it can't name. Throws `FORBIDDEN` for others. */
export function ownUserId(actor: Actor): string {
  if (actor.role !== 'user') throw new AppError('FORBIDDEN', portalTexts.access.insufficient);
  return actor.id;
}

/** Throws `FORBIDDEN` unless the shop itself or an admin acts (rule 2.12). */
export function requireOwnerOrAdmin(actor: Actor, userId: string): void {
  if (actor.role !== 'admin' && ownUserId(actor) !== userId) throw new AppError('FORBIDDEN', portalTexts.access.ownOnly);
}

/** Throws `UNAUTHENTICATED` for the public. */
export function requireSignedIn(actor: Actor): asserts actor is SignedInActor {
  if (actor.role === 'public') throw new AppError('UNAUTHENTICATED', portalTexts.access.signIn);
}
