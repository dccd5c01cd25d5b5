import mongoose from 'mongoose';

const {
  MongoBulkWriteError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
} = mongoose.mongo;
const MAX_TIME_EXPIRED = 50;
/**
 * What a server answers that stops being the primary, or isn't it any more: "not primary" and "node is recovering" of
 * https://github.com/mongodb/specifications/blob/master/source/server-discovery-and-monitoring/server-discovery-and-monitoring.md
 */
const NOT_PRIMARY = [91, 189, 10058, 10107, 11600, 11602, 13435, 13436];
/** No majority of the servers took a write in time, or is known to have what is read. */
const NO_MAJORITY = [64, 100, 134];
/**
 * What the server's operator can mend, and no caller: the user has no right or another password, writes are blocked, there is no room, and
 * what Atlas answers for any of these. A server whose disk is full ends, as a rule.
 */
const OF_OPERATOR = [13, 18, 371, 14031, 8000];
const CONVERSION_FAILURE = 241;
/** Part of the error by which a change ends that comes to the database when its caller has given up. */
export const TOO_LATE = 'too late for ';
const DATABASE_IS_AWAY = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  mongoose.Error.MongooseServerSelectionError,
];

/** Whether an error says that the database is down or too slow. Drivers set codes of their own, so only known classes count. */
export function isDatabaseDown(thrown: unknown): boolean {
  // `bulkWrite` wraps every error of the driver in one of its own.
  if (thrown instanceof MongoBulkWriteError && thrown.errorResponse instanceof Error)
    return isDatabaseDown(thrown.errorResponse);
  return (
    DATABASE_IS_AWAY.some((kind) => thrown instanceof kind) || isUnbuffered(thrown) || isRefused(thrown) || isEnded(thrown)
  );
}

/** Whether the other end of a connection was gone when it was written to: the driver passes this error of Node's on as it is. */
function isEnded(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'EPIPE';
}

/**
 * Whether the database has refused or ended a query because it took too long or came too late, because another server is the primary, or
 * because of what its operator can mend.
 */
function isRefused(thrown: unknown): boolean {
  if (!(thrown instanceof MongoServerError)) return false;
  if (thrown.code === CONVERSION_FAILURE) return thrown.message.includes(TOO_LATE);
  return [MAX_TIME_EXPIRED, ...NOT_PRIMARY, ...NO_MAJORITY, ...OF_OPERATOR].includes(Number(thrown.code));
}

/** Whether Mongoose threw because `bufferCommands` is off and there is no connection; this error has no class of its own. */
function isUnbuffered(thrown: unknown): boolean {
  return thrown instanceof mongoose.Error && thrown.name === 'MongooseError' && thrown.message.includes('bufferCommands');
}
