import { get } from 'node:http';

/** How MongoDB and MinIO run on loopback, for `npm start` and for specs alike. NATS has nothing in common there. */

/** mongod with a small cache. */
export const mongodArgs = (port, folder) => [
  ...['--dbpath', folder, '--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket', '--quiet'],
  // The pinned version is older than the fix of CVE-2025-14847.
  ...['--networkMessageCompressors', 'disabled'],
  ...['--setParameter', 'diagnosticDataCollectionEnabled=false', '--wiredTigerCacheSizeGB', '0.25'],
];

export const minioArgs = (port, folder) => ['server', folder, '--quiet', '--address', `127.0.0.1:${port}`];

export const minioEnv = (user, password) => ({
  ...{ MINIO_ROOT_USER: user, MINIO_ROOT_PASSWORD: password },
  ...{ MINIO_BROWSER: 'off', MINIO_UPDATE: 'off' },
});

/** MinIO listens before its storage can answer. Asked without `fetch`, which would keep 12 MB of `npm start` for this one question. */
export const isMinioReady = (url) =>
  new Promise((resolve, reject) => {
    get(`${url}/minio/health/ready`, (answer) => resolve(answer.resume().statusCode === 200)).once('error', reject);
  });
