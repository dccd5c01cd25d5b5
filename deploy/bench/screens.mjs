// Paired screens that beat every 30 seconds, each over a connection of its own that it keeps: what they cost a gateway, as a share
// of a core and against a bare server with the same beats, and what they cost settings and MongoDB.
import { createPrivateKey } from 'node:crypto';
import { connect as open } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { addShops, caller, coreShares, signingKey, until, usage } from '@sarafa/testing';
import { SignJWT } from 'jose';
import mongoose from 'mongoose';
import { timed } from './measure.mjs';
import { published } from './shops.mjs';

const A_SHOP = 2;
const BEAT_MS = 30_000;
/** Two beats of each screen. */
const MEASURED_MS = 60_000;
/** Before the beats, for what the processes do anyway. */
const IDLE_MS = 20_000;

export async function benchScreens(w, count) {
  const { screens, since } = await pairedScreens(w, count);
  const body = await bodyOfBeat(w, screens[0].userId);
  const beats = (await tokensOf(w.db, screens)).map((token) => ({ token, body }));
  const headers = await answerTo(w.gateway.url, beats[0]);
  const bare = await w.yardstick('bare-beat.mjs', { HEADERS: JSON.stringify(headers) });

  const [gateway, settings] = [w.gateway.pid, w.settings.pid];
  const idle = await coreShares([gateway, settings], IDLE_MS);
  const run = await measured(w.gateway.url, beats, [gateway, settings], async () => {
    await until(async () => (await w.db.collection('screen_states').countDocuments({ state: 'playing' })) === count, 60_000);
  });
  const settledAfter = (run.settledAt - since) / 1_000;
  const written = await writes(w.db);
  const again = await measured(w.gateway.url, beats, [gateway, settings]);
  const writtenAgain = (await writes(w.db)) - written;
  const [bareIdle] = await coreShares([bare.child.pid], IDLE_MS);
  const yardstick = await measured(bare.url, beats, [bare.child.pid]);
  const list = await listed(w);
  const percent = (share) => `${share.toFixed(2)} %`;
  const net = again.shares[0] - idle[0];
  console.log(
    `${count} screens that beat every 30 s: gateway ${percent(run.shares[0])} and ${percent(again.shares[0])} of a core (${percent(idle[0])} without), ` +
      `bare node:http ${percent(yardstick.shares[0])}, so ${(net / (yardstick.shares[0] - bareIdle)).toFixed(2)} x; ` +
      `${usage(gateway).rssMiB.toFixed(0)} MiB; refused ${run.refused + again.refused}; ` +
      `settings ${percent(again.shares[1])} of a core (${percent(idle[1])} without), ${usage(settings).rssMiB.toFixed(0)} MiB; ` +
      `all playing after ${settledAfter.toFixed(0)} s; MongoDB: ${writtenAgain} documents written in ${(BEAT_MS + MEASURED_MS) / 1_000} s of beats; ` +
      `an admin's list of all in ${list.ms.toFixed(0)} ms, ${(list.bytes / 1_048_576).toFixed(1)} MB`,
  );
}

/** Saves screens as settings would have, and waits until gateways may know them. */
async function pairedScreens({ db }, count) {
  const shops = await addShops(db, new Array(count / A_SHOP).fill({}));
  const paired_at = new Date();
  const screenOf = (_, index) => ({
    ...{ _id: new mongoose.Types.ObjectId().toHexString(), name: `TV ${index}`, paired_at },
    ...{ layout_orientation: null, shows: 'all', overscan: 0, video_turned: false },
  });
  const documents = shops.map((userId) => ({
    ...{ _id: new mongoose.Types.ObjectId(userId), rev: 1, unpublished: true },
    screens: Array.from({ length: A_SHOP }, screenOf),
  }));
  const screens = documents.flatMap((shop, index) => shop.screens.map(({ _id: id }) => ({ id, userId: shops[index] })));
  const states = screens.map(({ id: _id, userId }) => ({
    ...{ _id, userId, state: 'never', since: paired_at, seen_at: null, said: null },
  }));
  await db.collection('screens').insertMany(documents);
  await db.collection('screen_states').insertMany(states);
  for (const collection of ['accounts', 'screens']) await published(db, collection);
  return { screens, since: performance.now() };
}

/** What a screen says in a beat: that it shows the rates that the gateway has. */
async function bodyOfBeat(w, userId) {
  const { lastUpdated, state } = await until(async () => {
    const answer = await fetch(`${w.gateway.url}/prices/user/${userId}`);
    return answer.ok && answer.json();
  });
  return {
    ...{ still_ms: 12, shown: { at: lastUpdated, state }, playing: null, is_off: false, release: '0.1.0-abcdef' },
    viewport: { width: 1920, height: 1080 },
  };
}

async function tokensOf(db, screens) {
  const { kid, jwk } = await signingKey(db, 'screens');
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const sign = ({ id, userId }) =>
    new SignJWT({ role: 'screen', shop: userId })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setSubject(id)
      .setIssuer('sarafa')
      .setIssuedAt()
      .setExpirationTime('400d')
      .sign(key);
  return Promise.all(screens.map(sign));
}

/** The headers of the answer to one beat. */
async function answerTo(url, { token, body }) {
  const { status, headers, body: answer } = await caller(url, token).call('post', '/screens/beats', body);
  if (status >= 300) throw new Error(`A beat was answered ${status}: ${JSON.stringify(answer)}`);
  return Object.fromEntries([...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)));
}

/** Has all screens beat in turn, evenly over 30 seconds; measures the processes after the first beat of each. */
async function measured(url, beats, pids, settled = async () => {}) {
  const { hostname, port, host } = new URL(url);
  let refused = 0;
  const screens = beats.map(({ token, body }) => {
    const text = JSON.stringify(body);
    const head = `POST /screens/beats HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n`;
    return { text: `${head}content-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}` };
  });
  const send = (screen) => {
    // A connection that sends nothing for ten seconds is ended, so each is opened for the first beat.
    screen.socket ??= open({ host: hostname, port: Number(port) })
      .setEncoding('latin1')
      .on('error', () => refused++)
      .on('data', (text) => (refused += Number(!text.startsWith('HTTP/1.1 200'))));
    screen.socket.write(screen.text, 'latin1');
  };
  const startedAt = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / BEAT_MS) * screens.length;
    while (sent < due) send(screens[sent++ % screens.length]);
  }, 5);
  await sleep(BEAT_MS);
  await settled();
  const settledAt = performance.now();
  const shares = await coreShares(pids, MEASURED_MS);
  clearInterval(timer);
  for (const { socket } of screens) socket?.destroy();
  return { shares, refused, settledAt };
}

async function listed(w) {
  const headers = { authorization: `Bearer ${(await w.admin()).token}` };
  let text;
  const ms = await timed(async () => (text = await (await fetch(`${w.gateway.url}/admin/screens`, { headers })).text()));
  return { ms, bytes: text.length };
}

/** How many documents MongoDB has written so far. */
async function writes(db) {
  const { opcounters } = await db.db.admin().serverStatus();
  return opcounters.insert + opcounters.update + opcounters.delete;
}
