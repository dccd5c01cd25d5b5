/** What the client of `minio` has, which isn't imported here. */
interface Buckets {
  makeBucket(name: string, region?: string): Promise<void>;
}

/**
 * Makes a bucket, in whatever region the S3 is: one that isn't the usual region refuses, and names itself. The client would ask once
 * more by itself, but takes the refusal's code for the region (https://github.com/minio/minio-js/blob/8.0.7/src/internal/client.ts).
 */
export async function makeBucket(client: Buckets, name: string): Promise<void> {
  await client.makeBucket(name).catch(async (error: { code?: string; region?: string }) => {
    if (error.code !== 'AuthorizationHeaderMalformed' || !error.region) throw error;
    await client.makeBucket(name, error.region);
  });
}
