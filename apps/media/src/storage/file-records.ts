import { Injectable } from '@nestjs/common';
import { AdvertisementsRepository } from '../advertisements/advertisements.repository.js';
import { LogosRepository } from '../logos/logos.repository.js';
import { Bucket, type FilesOnRecord } from './bucket.js';

/** Tells the bucket which records of files exist: only the database knows whether the product is new. */
@Injectable()
export class FileRecords implements FilesOnRecord {
  constructor(
    private readonly shops: AdvertisementsRepository,
    private readonly logos: LogosRepository,
    bucket: Bucket,
  ) {
    bucket.judgeBy(this);
  }

  async areAny(): Promise<boolean> {
    return (await this.shops.hasAny()) || this.logos.hasAny();
  }

  /** A logo that no account has had yet may still be on its way to the bucket. An ad's record is written after its files. */
  async areStored(): Promise<boolean> {
    return (await this.shops.hasAny()) || this.logos.hasUsed();
  }
}
