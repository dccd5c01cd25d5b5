import type { Connection } from 'mongoose';

/** The collection that has a document from the beginning of a restore until its end. */
export const RESTORING = 'restoring';
/** A MongoDB of the operator's own may have the roles of the release before, which made no such restores. */
const UNAUTHORIZED = 13;

/** Throws while what a restore has brought back may be a part. */
export async function requireRestored(connection: Connection): Promise<void> {
  const begun = await connection
    .db!.collection(RESTORING)
    .findOne()
    .catch((error: { code?: unknown }) => {
      if (error.code !== UNAUTHORIZED) throw error as Error;
    });
  if (begun) throw new Error('A restore into this database has begun and has not ended: services wait for it; run it again');
}
