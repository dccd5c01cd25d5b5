// A video of 50 MB, read by many clients and sent by one, through the gateway and media. Compared with nginx and the same file
// on disk, and with MinIO's own client talking to MinIO directly.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { filmOf, freePort, listens, makeShop, median, piecesOf, s3Client, until, uploadFilm, usage } from '@sarafa/testing';
import { alternated, peakOf, timed } from './measure.mjs';

const MB = 1_048_576;
const FILM = filmOf(50 * MB);
const READERS = 20;

export async function benchMedia(w, pairs) {
  const file = join(w.dir, 'film.mp4');
  writeFileSync(file, FILM);
  const shop = await makeShop(w.gateway.url, await w.admin(), 'bench.shop');
  const bare = await fileServer(w, file);
  await benchReaders(w, (await upload(w, shop)).file_path, bare, pairs);
  await benchUploads(w, shop, pairs);
}

/** The resident memory, in MiB, of the parts that a file goes through. */
const resident = ({ gateway, media }) => usage(gateway.pid).rssMiB + usage(media.pid).rssMiB;

async function benchReaders(w, path, bare, pairs) {
  const sides = [w.gateway.url + path, bare.url];
  const round = async (url) => {
    const ms = await timed(() => Promise.all(Array.from({ length: READERS }, () => read(url))));
    return (READERS * FILM.length) / MB / (ms / 1_000);
  };
  // Before the first round, after which the gateway has the file in memory.
  const before = resident(w);
  const peak = peakOf(() => resident(w));
  for (const url of sides) await round(url);
  const found = await alternated(pairs, sides, round);
  const most = peak.stop();
  const ours = median(found.map(([rate]) => rate));
  console.log(
    `${READERS} readers of a 50 MB video: ${median(found.map(([rate, other]) => rate / other)).toFixed(2)} x ${bare.name} (${ours.toFixed(0)} MB/s); ` +
      `gateway and media ${before.toFixed(0)} MiB before, ${(most - before).toFixed(0)} MiB more at the most`,
  );
}

async function benchUploads(w, shop, pairs) {
  const client = s3Client(w.s3, { partSize: 8 * MB });
  const straight = () => client.putObject('sarafa', 'bench/film.mp4', Readable.from(piecesOf(FILM)), FILM.length);
  const through = async () => {
    for (const { id } of (await shop.call('get', '/advertisements/user/me')).body)
      await shop.call('delete', `/advertisements/${id}`);
    return timed(() => upload(w, shop));
  };
  await through();
  await straight();
  const before = resident(w);
  const found = await alternated(pairs, [through, () => timed(straight)], (side) => side());
  const [ours, bare] = [0, 1].map((side) => median(found.map((pair) => pair[side])));
  console.log(
    `An upload of 50 MB: ${median(found.map(([a, b]) => a / b)).toFixed(2)} x the time of MinIO's client straight to MinIO ` +
      `(${ours.toFixed(0)} ms against ${bare.toFixed(0)} ms); gateway and media ${(resident(w) - before).toFixed(0)} MiB more after ${pairs}`,
  );
}

function read(url) {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const asked = get(url, { agent: false }, (answer) => {
      answer.on('data', (chunk) => (bytes += chunk.length)).once('error', reject);
      answer.once('end', () => (bytes === FILM.length ? resolve(undefined) : reject(new Error(`${url} gave ${bytes} bytes`))));
    });
    asked.once('error', reject);
  });
}

async function upload({ gateway }, { token }) {
  /** @type {{ body: { advertisement?: { file_path: string } } }} */
  const { body } = await uploadFilm(gateway.url, token, FILM);
  if (!body?.advertisement) throw new Error(`An upload was answered ${JSON.stringify(body)}`);
  return body.advertisement;
}

/** Uses nginx where it is installed, else node:http. */
async function fileServer(w, file) {
  if (spawnSync('nginx', ['-v']).error) {
    console.log('There is no nginx here: measured against bare node:http');
    const { url } = await w.yardstick('bare-file.mjs', { FILE: file });
    return { name: 'bare node:http', url };
  }
  const { dir } = w;
  const port = await freePort();
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${dir}/${name};`);
  const server = `server { listen 127.0.0.1:${port}; root ${dir}; }`;
  const http = `http { access_log off; sendfile on; tcp_nopush on; types { video/mp4 mp4; } ${places.join(' ')} ${server} }`;
  // nginx that is started as root becomes another user, who can't read the folder.
  const user = process.getuid() === 0 ? 'user root;' : '';
  const lines = [user, `pid ${dir}/nginx.pid;`, `error_log ${dir}/error.log;`, 'worker_processes 1;', 'daemon off;'];
  writeFileSync(join(dir, 'nginx.conf'), [...lines, 'events {}', http].join('\n'));
  const child = spawn('nginx', ['-c', join(dir, 'nginx.conf'), '-e', join(dir, 'error.log')], { stdio: 'inherit' });
  w.atEnd(() => {
    child.kill('SIGTERM');
    return once(child, 'exit');
  });
  await until(() => listens(port));
  return { name: 'nginx', url: `http://127.0.0.1:${port}/film.mp4` };
}
