import mongoose from 'mongoose';

const DUPLICATE_KEY = 11_000;

/** Whether a write was refused because a unique index has its key already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === DUPLICATE_KEY;
}

/** For a write whose key may be taken meanwhile: null instead of that error. */
export function nullIfDuplicate(error: unknown): null {
  if (isDuplicateKey(error)) return null;
  throw error;
}
