import { Injectable } from '@nestjs/common';
import { AdvertisementsRepository } from '../advertisements/advertisements.repository.js';
import { LogosRepository } from '../logos/logos.repository.js';
import { Bucket, type FilesOnRecord } from './bucket.js';

/** Tells the bucket what there are records of: whether the product is new is for the database to say. */
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

  /** A logo that no account has had yet may still be on its way to the bucket; an ad's record comes after its files. */
  async areStored(): Promise<boolean> {
    return (await this.shops.hasAny()) || this.logos.hasUsed();
  }
}
