import { RESTORING, type Restoring } from '@sarafa/server/mongo';
import mongoose, { type mongo } from 'mongoose';
import type { Collection } from './manifest.js';
import { Refusal } from './refusal.js';

const { BSON, MongoClient } = mongoose.mongo;
const { EJSON } = BSON;

/** Says of backups and verifications when they succeeded last; `settings` makes metrics of it. */
const RECORDS = 'backups';
/** These are of the installation that stands, and not of the one that is brought back. */
const OWN = [RESTORING, RECORDS];
const RESTORE = 'restore';
const BATCH_BYTES = 2 * 1024 * 1024;
const BATCH_DOCUMENTS = 500;
const SNAPSHOT_TOO_OLD = 239;
/** Types stay as they are: a number that is stored as a double doesn't become an integer. */
const AS_STORED = { promoteValues: false, promoteBuffers: false, promoteLongs: false, bsonRegExp: true } as const;

type Description = Pick<Collection, 'name' | 'options' | 'indexes'>;

/** As auth keeps it. */
interface Ring {
  readonly _id: string;
  readonly rev: number;
  readonly keys: { kid: string; jwk: Record<string, unknown>; signs_from: Date; is_peoples?: boolean }[];
}

/** The database of an installation, or the one that a verification restores into. */
export class DatabaseRepository {
  private constructor(
    private readonly client: mongo.MongoClient,
    private readonly db: mongo.Db,
  ) {}

  static async connect(url: string): Promise<DatabaseRepository> {
    const client = await MongoClient.connect(url, { appName: 'sarafa-backup', writeConcern: { w: 'majority', journal: true } });
    return new DatabaseRepository(client, client.db());
  }

  get name(): string {
    return this.db.databaseName;
  }

  /** Another database of the same server. */
  beside(name: string): DatabaseRepository {
    return new DatabaseRepository(this.client, this.client.db(name));
  }

  close(): Promise<void> {
    return this.client.close();
  }

  /** Only the members of a replica set can read several collections as of one moment. */
  async hasSnapshots(): Promise<boolean> {
    const { setName, msg } = await this.db.command({ hello: 1 });
    return Boolean(setName) || msg === 'isdbgrid';
  }

  async describe(): Promise<Description[]> {
    const found = await this.db.listCollections({ type: 'collection' }).toArray();
    const own = found.filter(({ name }) => !OWN.includes(name) && !name.startsWith('system.'));
    const described = own.map(async (info) => {
      const indexes = (await this.db.collection(info.name).listIndexes().toArray()).filter(({ name }) => name !== '_id_');
      const { options = {} } = info as { options?: object };
      return { name: info.name, ...(EJSON.serialize({ options, indexes }, { relaxed: false }) as Omit<Description, 'name'>) };
    });
    return (await Promise.all(described)).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Reads all that `read` reads as of one moment, where the server can. */
  async atOneMoment<T>(read: (documents: (name: string) => AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
    const session = (await this.hasSnapshots()) ? this.client.startSession({ snapshot: true }) : undefined;
    try {
      return await read((name) => this.documents(name, session));
    } catch (error) {
      if ((error as { code?: unknown }).code !== SNAPSHOT_TOO_OLD) throw error;
      throw new Refusal(
        'The database took longer to read than MongoDB keeps a moment: raise minSnapshotHistoryWindowInSeconds (300) there',
      );
    } finally {
      await session?.endSession();
    }
  }

  /** As BSON, in the order of their ids. */
  documents(name: string, session?: mongo.ClientSession): AsyncIterable<Buffer> {
    const found = this.db.collection(name).find({}, { raw: true, batchSize: BATCH_DOCUMENTS, ...(session && { session }) });
    return found.sort({ _id: 1 }) as unknown as AsyncIterable<Buffer>;
  }

  static parse(document: Buffer): Record<string, unknown> {
    return BSON.deserialize(document);
  }

  /** Every installation has those of admins. */
  async hasAccounts(): Promise<boolean> {
    return (await this.db.collection('accounts').findOne({}, { projection: { _id: 1 } })) !== null;
  }

  async isEmpty(): Promise<boolean> {
    for (const { name } of await this.describe())
      if (await this.db.collection(name).findOne({}, { projection: { _id: 1 } })) return false;
    return true;
  }

  /** Makes a collection and answers how many documents it has got. */
  async fill({ name, options }: Description, documents: AsyncIterable<Buffer>): Promise<number> {
    const collection = await this.db.createCollection(name, EJSON.deserialize(options as never) as object);
    let count = 0;
    let batch: mongo.Document[] = [];
    let bytes = 0;
    const insert = async () => {
      if (batch.length > 0) await collection.insertMany(batch, { ordered: false });
      count += batch.length;
      [batch, bytes] = [[], 0];
    };
    for await (const document of documents) {
      batch.push(BSON.deserialize(document, AS_STORED));
      bytes += document.length;
      if (bytes >= BATCH_BYTES || batch.length >= BATCH_DOCUMENTS) await insert();
    }
    await insert();
    return count;
  }

  /** Without `expiring` an index that makes documents expire is an ordinary one. */
  async index({ name, indexes }: Description, expiring = true): Promise<void> {
    if (indexes.length === 0) return;
    const all = EJSON.deserialize(indexes as never) as { expireAfterSeconds?: number }[];
    const wanted = expiring ? all : all.map(({ expireAfterSeconds: _, ...index }) => index);
    await this.db.command({ createIndexes: name, indexes: wanted });
  }

  /** Removes all collections that a backup has, and those that it may have had. */
  async clear(): Promise<void> {
    for (const { name } of await this.describe()) await this.db.collection(name).drop();
  }

  async drop(): Promise<void> {
    await this.db.dropDatabase();
  }

  /** Services wait with their start until the mark says that the database is back. */
  async mark(backup: string, stage?: Restoring['stage']): Promise<void> {
    const mark = { backup, at: new Date(), ...(stage && { stage }) };
    await this.db.collection<{ _id: string }>(RESTORING).replaceOne({ _id: RESTORE }, mark, { upsert: true });
  }

  async marked(): Promise<Restoring | null> {
    return this.db.collection<Restoring & { _id: string }>(RESTORING).findOne({ _id: RESTORE });
  }

  async unmark(): Promise<void> {
    await this.db.collection(RESTORING).drop();
  }

  /** Nobody's token is good any more; auth makes a new key at its start. Screens have a ring of their own, which stays. */
  async endSessions(): Promise<void> {
    const rings = this.db.collection<Ring>('signing_keys');
    const ring = await rings.findOne({ _id: 'ring' });
    if (ring && !(await rings.findOne({ _id: 'screens' }))) {
      // In the release before one ring signed screens' tokens too: without its public halves no TV would be known any more.
      const keys = ring.keys.map(({ kid, jwk: { d: _, ...jwk }, signs_from }) => ({ kid, jwk, is_peoples: true, signs_from }));
      await rings.insertOne({ _id: 'screens', rev: 1, keys });
    }
    await rings.updateOne({ _id: 'ring' }, { $set: { keys: [] }, $inc: { rev: 1 } });
    await this.db.collection('accounts').updateMany({ 'sessions.0': { $exists: true } }, { $set: { sessions: [] } });
  }

  /** Of the last verification that ended. A release before this one didn't keep why it wasn't ok. */
  async lastVerification(): Promise<{ at: Date; ok: boolean; why?: string | null } | null> {
    return this.db
      .collection<{ _id: string; at: Date; ok: boolean; why?: string | null }>(RECORDS)
      .findOne({ _id: 'verification' });
  }

  async record(what: 'backup' | 'verification', fields: Record<string, unknown>): Promise<void> {
    await this.db.collection<{ _id: string }>(RECORDS).updateOne({ _id: what }, { $set: fields }, { upsert: true });
  }
}
