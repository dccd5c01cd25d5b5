import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { capture } from '../local/run.mjs';

/** glibc older than 2.34 loads these by name at run time. */
const NAME_SERVICE = ['libnss_dns.so.2', 'libnss_files.so.2', 'libresolv.so.2'];
const CERTIFICATES = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/cert.pem'];

const FILES = {
  'etc/passwd': 'root:x:0:0:root:/:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/app:/sbin/nologin\n',
  'etc/group': 'root:x:0:\nnonroot:x:65532:\n',
  'etc/nsswitch.conf': 'hosts: files dns\n',
};
const RECIPE = `FROM scratch
COPY root/ /
ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt
`;

/**
 * Makes a base image from this machine's own Node, and the libraries that Node and the product's packages link. For machines
 * that reach no image registry. Linux only.
 */
export async function ownBase(engine, { deps, folder }) {
  const root = join(folder, 'root');
  rmSync(folder, { recursive: true, force: true });
  makeRoot(root);
  mkdirSync(join(root, 'app'));
  copyInto(root, process.execPath, '/usr/local/bin/node');

  const programs = [process.execPath, ...nativeFiles(deps)];
  const linked = (await Promise.all(programs.map(libraries))).flat().filter((path) => !path.startsWith(deps));
  const besideLibc = linked.filter((path) => /\/libc\.so/.test(path)).map(dirname);
  const byName = besideLibc.flatMap((path) => NAME_SERVICE.map((name) => join(path, name)));
  for (const path of new Set([...linked, ...byName.filter(existsSync)])) copyInto(root, path);
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(root, path), text);
  const recipe = join(folder, 'Dockerfile');
  writeFileSync(recipe, RECIPE);

  const tag = `localhost/sarafa-base:node-${process.versions.node}`;
  await engine.build({ file: recipe, context: folder, tag });
  return tag;
}

/** Makes the folders that every program expects, and copies this machine's certificates. */
export function makeRoot(root) {
  for (const path of ['etc', 'tmp']) mkdirSync(join(root, path), { recursive: true });
  // Writable for every user, because a volume that is mounted there takes over the mode.
  chmodSync(join(root, 'tmp'), 0o1777);
  const certificates = CERTIFICATES.find(existsSync);
  if (certificates) copyInto(root, certificates, '/etc/ssl/certs/ca-certificates.crt');
}

/** Copies a file of this machine, to the same path unless `place` is another. */
export function copyInto(root, path, place = path) {
  mkdirSync(dirname(join(root, place)), { recursive: true });
  cpSync(path, join(root, place), { dereference: true });
}

/** The paths at which the dynamic linker finds the libraries of `program`. */
export async function libraries(program) {
  const { output } = await capture('ldd', [program]);
  return [...output.matchAll(/(?:=>\s*|^\s*)(\/\S+)\s+\(0x/gm)].map(([, path]) => path);
}

function nativeFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.node$|\.so(\.\d+)*$/.test(path))
    .map((path) => join(folder, path));
}
