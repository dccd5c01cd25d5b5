import type { Readable } from 'node:stream';
import { isMissing, S3, type S3Settings } from '../s3.js';
import type { Place } from './place.js';

export class Bucket implements Place {
  readonly name: string;
  private readonly s3: S3;

  constructor(
    settings: S3Settings,
    private readonly prefix: string,
  ) {
    this.name = `s3://${settings.bucket}/${prefix}`;
    this.s3 = new S3(settings);
  }

  async list(prefix: string): Promise<string[]> {
    const names: string[] = [];
    for await (const { key } of this.s3.list(this.prefix + prefix)) names.push(key.slice(this.prefix.length));
    return names;
  }

  read(name: string): Promise<Readable | undefined> {
    return this.s3.read(this.prefix + name).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
  }

  write(name: string, content: Readable): Promise<void> {
    return this.s3.write(this.prefix + name, content);
  }

  remove(name: string): Promise<void> {
    return this.s3.remove(this.prefix + name);
  }

  tidy(isOwn: (name: string) => boolean): Promise<void> {
    return this.s3.removeUnfinished(this.prefix, (key) => isOwn(key.slice(this.prefix.length)));
  }
}
