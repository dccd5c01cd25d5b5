import { Client, S3Error } from 'minio';
import type { DoctorConfig } from './doctor.app.js';
import { type Finding, GRAVE, inTime, reasonOf } from './finding.js';

const grave = GRAVE.work;

/** Asked as media does it at its sweeps: a wrong key is named only where a list is asked for. */
export async function lookAtFiles(config: DoctorConfig): Promise<Finding[]> {
  const { S3_ENDPOINT, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_BUCKET } = config;
  const { protocol, hostname, port, host } = new URL(S3_ENDPOINT);
  const useSSL = protocol === 'https:';
  const client = new Client({
    endPoint: hostname,
    port: port ? Number(port) : useSSL ? 443 : 80,
    useSSL,
    accessKey,
    secretKey,
  });
  const first = async () => {
    const list = client.listObjectsV2(S3_BUCKET, '', true);
    for await (const _ of list) break;
  };
  const error: unknown = await inTime(first()).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!error) return [];
  const code = error instanceof S3Error ? (error.code ?? '') : '';
  if (code === 'NoSuchBucket')
    return [
      {
        grave,
        wrong: `S3 at ${host} has no bucket ${S3_BUCKET}: no ad and no logo is there.`,
        todo: 'Correct S3_BUCKET, or make the bucket where this is a new product and the key may not; if the bucket is lost, restore its files (`restore --files`): docs/operations.md, Restore.',
      },
    ];
  if (['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied'].includes(code))
    return [
      {
        grave,
        wrong: `S3 at ${host} refuses the key for the bucket ${S3_BUCKET} (${code}).`,
        todo: 'Correct S3_ACCESS_KEY and S3_SECRET_KEY, or what that key may do there (helm/sarafa/files/minio-policy.json).',
      },
    ];
  const wrong = `S3 at ${host} can't be asked: ${code || reasonOf(error)}.`;
  return [{ grave, wrong, todo: 'Start it, or correct S3_ENDPOINT; boards show the ads meanwhile that they have kept.' }];
}
