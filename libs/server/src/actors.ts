import { type Actor, AppError, type SignedInActor, texts } from '@sarafa/contracts';

/** Throws `FORBIDDEN` unless an admin acts. */
export function requireAdmin(actor: Actor): asserts actor is Actor & { role: 'admin' } {
  if (actor.role !== 'admin') throw new AppError('FORBIDDEN', texts.access.insufficient);
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

/** Throws `UNAUTHENTICATED` for an actor who isn't signed in. */
export function requireSignedIn(actor: Actor): asserts actor is SignedInActor {
  if (actor.role === 'public') throw new AppError('UNAUTHENTICATED', texts.access.signIn);
}
