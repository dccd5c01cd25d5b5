import { Kvm } from '@nats-io/kv';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { S3Server } from './backing.js';
import { s3Client } from './s3-client.js';

/** `bucket/key` of everything in NATS KV, without purged keys. */
export async function keysInKv(url: string): Promise<string[]> {
  const { host, username, password } = new URL(url);
  const nats = await connect({ servers: host, ...(username ? { user: username, pass: password } : {}) });
  try {
    const found: string[] = [];
    for await (const { config } of (await jetstreamManager(nats)).streams.list()) {
      if (!config.name.startsWith('KV_')) continue;
      const bucket = config.name.slice('KV_'.length);
      for await (const key of await (await new Kvm(nats).open(bucket)).keys()) found.push(`${bucket}/${key}`);
    }
    return found;
  } finally {
    await nats.close();
  }
}

/** The names of all objects in all buckets. */
export async function objectsIn(s3: S3Server): Promise<string[]> {
  const client = s3Client(s3);
  const found: string[] = [];
  for (const { name } of await client.listBuckets()) {
    for await (const object of client.listObjectsV2(name, '', true)) found.push((object as { name: string }).name);
  }
  return found;
}
