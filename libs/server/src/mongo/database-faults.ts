import mongoose from 'mongoose';

const { MongoNetworkError, MongoServerError, MongoServerSelectionError, MongoNotConnectedError, MongoTopologyClosedError } =
  mongoose.mongo;
const MAX_TIME_EXPIRED = 50;
const DATABASE_IS_AWAY = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  mongoose.Error.MongooseServerSelectionError,
];

/** Whether an error says that the database is down or too slow. Drivers set codes of their own, so only known classes count. */
export function isDatabaseDown(thrown: unknown): boolean {
  return DATABASE_IS_AWAY.some((kind) => thrown instanceof kind) || isUnbuffered(thrown) || tookTooLong(thrown);
}

/** Whether the database has ended a query because of its `maxTimeMS`. */
function tookTooLong(thrown: unknown): boolean {
  return thrown instanceof MongoServerError && thrown.code === MAX_TIME_EXPIRED;
}

/** Whether Mongoose threw because `bufferCommands` is off and there is no connection; this error has no class of its own. */
function isUnbuffered(thrown: unknown): boolean {
  return thrown instanceof mongoose.Error && thrown.name === 'MongooseError' && thrown.message.includes('bufferCommands');
}
