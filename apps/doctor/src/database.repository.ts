import { RESTORING, type Restoring } from '@sarafa/server/mongo';
import mongoose, { type mongo } from 'mongoose';
import { PATIENCE_MS } from './finding.js';

const { MongoClient } = mongoose.mongo;

export interface Hello {
  readonly setName?: string;
  readonly msg?: string;
  readonly isWritablePrimary: boolean;
  readonly localTime: Date;
}

export interface BackupRecord {
  readonly at: Date;
  readonly ok?: boolean;
}

/** Reads alone, as the user `settings` may. */
export class DatabaseRepository {
  private constructor(private readonly client: mongo.MongoClient) {}

  static async connect(url: string): Promise<DatabaseRepository> {
    const limits = { serverSelectionTimeoutMS: PATIENCE_MS - 1_000, connectTimeoutMS: PATIENCE_MS - 1_000 };
    return new DatabaseRepository(
      await MongoClient.connect(url, { appName: 'sarafa-doctor', ...limits, socketTimeoutMS: PATIENCE_MS }),
    );
  }

  /** A server that hangs doesn't keep the doctor. */
  close(): void {
    void this.client.close(true).catch(() => undefined);
  }

  async hello(): Promise<Hello> {
    return (await this.client.db().command({ hello: 1 })) as Hello & mongo.Document;
  }

  restoring(): Promise<Restoring | null> {
    return this.client.db().collection<Restoring>(RESTORING).findOne();
  }

  backupRecord(what: 'backup' | 'verification'): Promise<BackupRecord | null> {
    return this.client.db().collection<BackupRecord & { _id: string }>('backups').findOne({ _id: what });
  }
}
