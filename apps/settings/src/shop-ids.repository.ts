import type { Model } from 'mongoose';

/** The ids of the accounts that a collection has documents of, by their `userId`; in order, each once. */
export async function shopIdsAfter<D>(documents: Model<D>, after: string | undefined, limit: number): Promise<string[]> {
  const found = await documents
    .aggregate<{ _id: string }>([
      // What is left of a phone that was taken off is nobody's.
      { $match: { userId: after === undefined ? { $type: 'string' } : { $gt: after } } },
      // Before the groups, so that each is one look into the index.
      { $sort: { userId: 1 } },
      { $group: { _id: '$userId' } },
      { $sort: { _id: 1 } },
      { $limit: limit },
    ])
    .exec();
  return found.map(({ _id }) => _id);
}
