import { createHash } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ROOT } from '../local/run.mjs';

const FILE = join(ROOT, 'dist/provenance.json');

/**
 * Writes what an image was built from, as an in-toto statement with SLSA's predicate, and answers the file's path. It isn't signed: a
 * provider signs it with a key of its own, as with `cosign attest --type slsaprovenance1 --predicate`.
 */
export async function provenance({ engine, tag, args, archive, began }) {
  const subject = [{ name: tag, digest: { sha256: await engine.id(tag) } }];
  if (archive) subject.push({ name: basename(archive), digest: { sha256: await sha256(archive) } });
  const sources = ['package-lock.json', 'deploy/Dockerfile'].map(async (path) => ({
    uri: path,
    digest: { sha256: await sha256(join(ROOT, path)) },
  }));
  const [gitCommit, changed] = args.REVISION.split('-');
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://sarafa.io/npm-run-image/v1',
        externalParameters: { engine: engine.name, args },
        resolvedDependencies: [
          { uri: 'git', digest: { gitCommit }, ...(changed && { annotations: { changed: true } }) },
          ...(await Promise.all(sources)),
        ],
      },
      runDetails: {
        builder: { id: `https://sarafa.io/by-hand/${hostname()}`, version: { node: process.version } },
        metadata: { startedOn: began.toISOString(), finishedOn: new Date().toISOString() },
      },
    },
  };
  writeFileSync(FILE, `${JSON.stringify(statement, null, 2)}\n`);
  return relative(ROOT, FILE);
}

async function sha256(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
