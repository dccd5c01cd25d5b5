// A video of 50 MB, read by many clients and sent by one, through the gateway and media. Compared with nginx and the same file
// on disk, and with MinIO's own client talking to MinIO directly.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { filmOf, freePort, listens, signIn, until } from '@sarafa/testing';
import { Client } from 'minio';
import { median, usage } from './measure.mjs';
import { ADMIN, harness } from './world.mjs';

const MB = 1_048_576;
const FILM = filmOf(50 * MB);
const READERS = 20;
const PIECE_BYTES = 65_536;
const SHOP = { username: 'bench.shop', password: 'a password of the bench' };

export async function benchMedia(pairs) {
  const w = await harness({ withFiles: true });
  const dir = mkdtempSync(join(tmpdir(), 'sarafa-bench-'));
  const file = join(dir, 'film.mp4');
  writeFileSync(file, FILM);
  let yardstick;
  try {
    const admin = await signIn(w.gateway.url, ADMIN.username, ADMIN.password);
    await admin.call('post', '/user/create', SHOP);
    const shop = await signIn(w.gateway.url, SHOP.username, SHOP.password);
    yardstick = await fileServer(w, dir, file);
    await benchReaders(w, (await upload(w, shop)).file_path, yardstick, pairs);
    await benchUploads(w, shop, pairs);
  } finally {
    await yardstick?.stop();
    rmSync(dir, { recursive: true });
    await w.end();
  }
}

/** The resident memory, in MiB, of the parts that a file goes through. */
const resident = ({ gateway, media }) => usage(gateway.pid).rssMiB + usage(media.pid).rssMiB;

async function benchReaders(w, path, bare, pairs) {
  const sides = [w.gateway.url + path, bare.url];
  const round = async (url) => {
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: READERS }, () => read(url)));
    return (READERS * FILM.length) / MB / ((performance.now() - startedAt) / 1_000);
  };
  // Before the first round, after which the gateway has the file in memory.
  const before = resident(w);
  let most = before;
  const meter = setInterval(() => (most = Math.max(most, resident(w))), 50);
  for (const url of sides) await round(url);
  const found = [];
  for (let turn = 0; turn < pairs; turn++) {
    const pair = [];
    for (const side of turn % 2 ? [0, 1] : [1, 0]) pair[side] = await round(sides[side]);
    found.push(pair);
  }
  clearInterval(meter);
  const ours = median(found.map(([rate]) => rate));
  console.log(
    `${READERS} readers of a 50 MB video: ${median(found.map(([rate, other]) => rate / other)).toFixed(2)} x ${bare.name} (${ours.toFixed(0)} MB/s); ` +
      `gateway and media ${before.toFixed(0)} MiB before, ${(most - before).toFixed(0)} MiB more at the most`,
  );
}

async function benchUploads(w, shop, pairs) {
  const { accessKey, secretKey, port } = w.s3;
  const client = new Client({ endPoint: '127.0.0.1', port, useSSL: false, accessKey, secretKey, partSize: 8 * MB });
  const timed = async (work) => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
  const straight = () => client.putObject('sarafa', 'bench/film.mp4', Readable.from(pieces(FILM)), FILM.length);
  const through = async () => {
    for (const { id } of (await shop.call('get', '/advertisements/user/me')).body)
      await shop.call('delete', `/advertisements/${id}`);
    return timed(() => upload(w, shop));
  };
  await through();
  await straight();
  const before = resident(w);
  const found = [];
  for (let turn = 0; turn < pairs; turn++) found.push([await through(), await timed(straight)]);
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
      answer.once('end', () => (bytes === FILM.length ? resolve() : reject(new Error(`${url} gave ${bytes} bytes`))));
    });
    asked.once('error', reject);
  });
}

function* pieces(bytes) {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
}

/** Sends pieces of one buffer, so that the sender itself costs little. */
async function upload({ gateway }, { token }) {
  const head = Buffer.from('--b\r\ncontent-disposition: form-data; name="advertisement"; filename="film.mp4"\r\n\r\n');
  const foot = Buffer.from('\r\n--b--\r\n');
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': head.length + FILM.length + foot.length,
  };
  const asked = request(`${gateway.url}/advertisements/upload`, { method: 'POST', headers, agent: false });
  const answered = new Promise((resolve, reject) => asked.once('response', resolve).once('error', reject));
  const form = function* () {
    yield head;
    yield* pieces(FILM);
    yield foot;
  };
  const [answer] = await Promise.all([answered.then(json), pipeline(Readable.from(form()), asked)]);
  if (!answer.advertisement) throw new Error(`An upload was answered ${JSON.stringify(answer)}`);
  return answer.advertisement;
}

/** Uses nginx where it is installed, else node:http. */
async function fileServer(w, dir, file) {
  if (spawnSync('nginx', ['-v']).error) {
    console.log('There is no nginx here: measured against bare node:http');
    const { child, url } = await w.yardstick('bare-file.mjs', { FILE: file });
    return { name: 'bare node:http', url, stop: () => child.kill('SIGKILL') };
  }
  const port = await freePort();
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${dir}/${name};`);
  const server = `server { listen 127.0.0.1:${port}; root ${dir}; }`;
  const http = `http { access_log off; sendfile on; tcp_nopush on; types { video/mp4 mp4; } ${places.join(' ')} ${server} }`;
  // nginx that is started as root becomes another user, who can't read the folder.
  const user = process.getuid() === 0 ? 'user root;' : '';
  const lines = [user, `pid ${dir}/nginx.pid;`, `error_log ${dir}/error.log;`, 'worker_processes 1;', 'daemon off;'];
  writeFileSync(join(dir, 'nginx.conf'), [...lines, 'events {}', http].join('\n'));
  const child = spawn('nginx', ['-c', join(dir, 'nginx.conf'), '-e', join(dir, 'error.log')], { stdio: 'inherit' });
  await until(() => listens(port));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return { name: 'nginx', url: `http://127.0.0.1:${port}/film.mp4`, stop: () => (child.kill('SIGTERM'), ended) };
}
