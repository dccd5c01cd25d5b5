import { Client, type ClientOptions } from 'minio';
import type { S3Server } from './backing.js';

/** MinIO's own client of a server for files, with `more` options than its address. */
export function s3Client(server: Pick<S3Server, 'url' | 'accessKey' | 'secretKey'>, more: Partial<ClientOptions> = {}): Client {
  const { hostname, port } = new URL(server.url);
  const { accessKey, secretKey } = server;
  return new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey, ...more });
}
