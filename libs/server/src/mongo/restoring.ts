import type { Connection } from 'mongoose';

/** The collection that has a document from the beginning of a restore until its end. */
export const RESTORING = 'restoring';
/** A MongoDB of the operator's own may have the roles of the release before, which made no such restores. */
const UNAUTHORIZED = 13;

/** What the document of a restore says that has begun and has not ended. */
export interface Restoring {
  /** The id of the backup. */
  readonly backup: string;
  /**
   * Missing while the database is brought back. `files` where all of it is there and only files are still missing, `files_only` where
   * only files were asked for, beside the database as it was.
   */
  readonly stage?: 'files' | 'files_only';
}

/** Throws while what a restore has brought back of the database may be a part. */
export async function requireRestored(connection: Connection): Promise<void> {
  const begun = await restoringOf(connection);
  if (begun && !begun.stage)
    throw new Error('A restore into this database has begun and has not ended: services wait for it; run it again');
}

/** Whether a restore still brings back files that records name. */
export async function areFilesComing(connection: Connection): Promise<boolean> {
  return Boolean((await restoringOf(connection))?.stage);
}

function restoringOf(connection: Connection): Promise<Restoring | null> {
  return connection
    .db!.collection<Restoring>(RESTORING)
    .findOne()
    .catch((error: { code?: unknown }) => {
      if (error.code !== UNAUTHORIZED) throw error as Error;
      return null;
    });
}
