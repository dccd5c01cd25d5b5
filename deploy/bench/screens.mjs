// Paired screens that beat every 30 seconds, each over a connection of its own that it keeps: what they cost a gateway, as a share
// of a core and against a bare server with the same beats, and what they cost settings and MongoDB.
import { createPrivateKey } from 'node:crypto';
import { connect as open } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { addShops, signIn, until } from '@sarafa/testing';
import { SignJWT } from 'jose';
import mongoose from 'mongoose';
import { usage } from './measure.mjs';
import { ADMIN, harness } from './world.mjs';

const A_SHOP = 2;
const BEAT_MS = 30_000;
/** Two beats of each screen. */
const MEASURED_MS = 60_000;
/** Before the beats, for what the processes do anyway. */
const IDLE_MS = 20_000;

export async function benchScreens(count) {
  const w = await harness();
  try {
    const { screens, since } = await pairedScreens(w, count);
    const shown = await shownRates(w, screens[0].userId);
    const tokens = await tokensOf(w.db, screens);
    const beats = screens.map((_, index) => ({ token: tokens[index], shown }));
    const first = await sentBeat(w.gateway.url, beats[0]);
    const bare = await w.yardstick('./bare-beat.mjs', { HEADERS: JSON.stringify(first.headers) });

    const [gateway, settings] = [w.gateway.pid, w.settings.pid];
    const idle = await sharesOf([gateway, settings], IDLE_MS);
    const run = await measured(w.gateway.url, beats, [gateway, settings], async () => {
      await until(async () => (await w.db.collection('screen_states').countDocuments({ state: 'playing' })) === count, 60_000);
    });
    const settledAfter = (run.settledAt - since) / 1_000;
    const written = await writes(w.db);
    const again = await measured(w.gateway.url, beats, [gateway, settings]);
    const writtenAgain = (await writes(w.db)) - written;
    const bareIdle = await sharesOf([bare.child.pid], IDLE_MS);
    const yardstick = await measured(bare.url, beats, [bare.child.pid]);
    const list = await listed(w);
    const of = ({ shares }, at) => `${shares[at].toFixed(2)} %`;
    const net = again.shares[0] - idle.shares[0];
    console.log(
      `${count} screens that beat every 30 s: gateway ${of(run, 0)} and ${of(again, 0)} of a core (${of(idle, 0)} without), ` +
        `bare node:http ${of(yardstick, 0)}, so ${(net / (yardstick.shares[0] - bareIdle.shares[0])).toFixed(2)} x; ` +
        `${usage(gateway).rssMiB.toFixed(0)} MiB; refused ${run.refused + again.refused}; ` +
        `settings ${of(again, 1)} of a core (${of(idle, 1)} without), ${usage(settings).rssMiB.toFixed(0)} MiB; ` +
        `all playing after ${settledAfter.toFixed(0)} s; MongoDB: ${writtenAgain} documents written in ${(BEAT_MS + MEASURED_MS) / 1_000} s of beats; ` +
        `an admin's list of all in ${list.ms.toFixed(0)} ms, ${(list.bytes / 1_048_576).toFixed(1)} MB`,
    );
  } finally {
    await w.end();
  }
}

/** Saves screens as settings would have, and waits until gateways may know them. */
async function pairedScreens(w, count) {
  const shops = await addShops(
    w.db,
    Array.from({ length: count / A_SHOP }, () => ({})),
  );
  const paired_at = new Date();
  const ofShop = (userId) =>
    Array.from({ length: A_SHOP }, (_, index) => ({
      userId,
      id: new mongoose.Types.ObjectId().toHexString(),
      name: `TV ${index}`,
    }));
  const screens = shops.flatMap(ofShop);
  const documents = shops.map((userId) => ({
    ...{ _id: new mongoose.Types.ObjectId(userId), rev: 1, unpublished: true },
    screens: screens
      .filter((one) => one.userId === userId)
      .map(({ id: _id, name }) => ({
        _id,
        name,
        layout_orientation: null,
        shows: 'all',
        overscan: 0,
        video_turned: false,
        paired_at,
      })),
  }));
  await w.db.collection('screens').insertMany(documents);
  await w.db
    .collection('screen_states')
    .insertMany(
      screens.map(({ id: _id, userId }) => ({ _id, userId, state: 'never', since: paired_at, seen_at: null, said: null })),
    );
  for (const collection of ['accounts', 'screens'])
    await until(async () => (await w.db.collection(collection).countDocuments({ unpublished: true })) === 0, 120_000);
  return { screens, since: performance.now() };
}

async function shownRates(w, userId) {
  const { lastUpdated, state } = await until(async () => {
    const answer = await fetch(`${w.gateway.url}/prices/user/${userId}`);
    return answer.ok && answer.json();
  });
  return { at: lastUpdated, state };
}

async function tokensOf(db, screens) {
  const { keys } = await db.collection('signing_keys').findOne({});
  const { kid, jwk } = keys.at(-1);
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

const bodyOf = ({ shown }) =>
  JSON.stringify({
    ...{ still_ms: 12, shown, playing: null, is_off: false, release: '0.1.0-abcdef' },
    viewport: { width: 1920, height: 1080 },
  });

async function sentBeat(url, beat) {
  const headers = { authorization: `Bearer ${beat.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/screens/beats`, { method: 'POST', headers, body: bodyOf(beat) });
  if (!answer.ok) throw new Error(`A beat was answered ${answer.status}: ${await answer.text()}`);
  return {
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))),
  };
}

/** Has all screens beat in turn, evenly over 30 seconds; measures the processes after the first beat of each. */
async function measured(url, beats, pids, settled = async () => {}) {
  const { hostname, port, host } = new URL(url);
  let refused = 0;
  const screens = beats.map((beat) => {
    const body = bodyOf(beat);
    const head = `POST /screens/beats HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${beat.token}\r\n`;
    return { text: `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}` };
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
  const { shares } = await sharesOf(pids, MEASURED_MS);
  clearInterval(timer);
  for (const { socket } of screens) socket?.destroy();
  return { shares, refused, settledAt };
}

/** How much of a core, in percent, each of these processes uses in the next `ms`. */
async function sharesOf(pids, ms) {
  const before = pids.map((pid) => usage(pid).cpuS);
  await sleep(ms);
  return { shares: pids.map((pid, index) => ((usage(pid).cpuS - before[index]) / ms) * 100_000) };
}

async function listed(w) {
  const admin = await signIn(w.gateway.url, ADMIN.username, ADMIN.password);
  const headers = { authorization: `Bearer ${admin.token}` };
  const begun = performance.now();
  const text = await (await fetch(`${w.gateway.url}/admin/screens`, { headers })).text();
  return { ms: performance.now() - begun, bytes: text.length };
}

/** How many documents MongoDB has written so far. */
async function writes(db) {
  const { opcounters } = await db.db.admin().serverStatus();
  return opcounters.insert + opcounters.update + opcounters.delete;
}
