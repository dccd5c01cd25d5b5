import { createHash } from 'node:crypto';
import { type Bus, isOvertaken, WEB_FILES } from '@sarafa/server';
import type { ObjectInfo } from '@nats-io/obj';

const STREAM = `OBJ_${WEB_FILES}`;
const INFOS = `$O.${WEB_FILES}.M.`;
const CHUNKS = `$O.${WEB_FILES}.C.`;

/**
 * The files that gateways have put into NATS. They are read message by message, because the driver's own way needs a consumer, and
 * whoever makes a consumer can have it deliver on the subjects of others.
 */
export class SharedFiles {
  private last?: { readonly state: string; readonly files: ObjectInfo[] };

  constructor(private readonly bus: Bus) {}

  /** What is known of each file. Asked of NATS once, until a file is put or deleted: strangers can make a gateway look each second. */
  async list(): Promise<ObjectInfo[]> {
    const store = await this.bus.jetStream.ownFiles(WEB_FILES);
    const { streams } = await this.bus.jetStream.manager();
    const { state, created } = await streams.info(STREAM, { subjects_filter: `${INFOS}>`, deleted_details: false, offset: 0 });
    const now = `${created}.${state.last_seq}`;
    if (this.last?.state !== now) {
      const names = Object.keys(state.subjects ?? {}).map((subject) =>
        Buffer.from(subject.slice(INFOS.length), 'base64url').toString(),
      );
      const infos = await Promise.all(names.map((name) => store.info(name)));
      this.last = { state: now, files: infos.filter((info) => info !== null && !info.deleted) as ObjectInfo[] };
    }
    return this.last.files;
  }

  /** Of several gateways that put a file at once one does: each removes the content of before, so that of the others would stay for ever. */
  async put(name: string, content: Uint8Array): Promise<void> {
    const store = await this.bus.jetStream.ownFiles(WEB_FILES);
    const previousRevision = (await store.info(name))?.revision ?? 0;
    await store.putBlob({ name }, content, { previousRevision }).catch((error: unknown) => {
      if (!isOvertaken(error)) throw error;
    });
  }

  async delete(name: string): Promise<void> {
    await (await this.bus.jetStream.ownFiles(WEB_FILES)).delete(name);
  }

  /** The file's content; undefined where it was replaced or deleted meanwhile. */
  async read({ nuid, chunks, digest }: Pick<ObjectInfo, 'nuid' | 'chunks' | 'digest'>): Promise<Uint8Array | undefined> {
    const { streams } = await this.bus.jetStream.manager();
    const parts: Uint8Array[] = [];
    for (let seq = 1; parts.length < chunks;) {
      const next = { seq, next_by_subj: CHUNKS + nuid };
      const message = await streams.getMessage(STREAM, next);
      if (!message) return undefined;
      parts.push(message.data);
      seq = message.seq + 1;
    }
    const content = Buffer.concat(parts);
    const isWhole = digest === `SHA-256=${createHash('sha256').update(content).digest('base64url')}=`;
    return isWhole ? content : undefined;
  }
}
