// The rate cards of many shops within one minute, as at ten o'clock: how long they take all together, and what each costs the
// gateway and media.
import { usage } from '@sarafa/testing';
import { timed } from './measure.mjs';
import { benchShops } from './shops.mjs';

const AT_ONCE = 8;

export async function benchCards(w, count) {
  const shops = await benchShops(w.db, count);
  const [gateway, media] = [usage(w.gateway.pid).cpuS, usage(w.media.pid).cpuS];
  let bytes = 0;
  const waits = [];
  const asked = shops.values();
  const ask = async () => {
    for (const id of asked) {
      waits.push(
        await timed(async () => {
          const answer = await fetch(`${w.gateway.url}/user/rate-card/${id}.png`);
          if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
          bytes += (await answer.arrayBuffer()).byteLength;
        }),
      );
    }
  };
  const ms = await timed(() => Promise.all(Array.from({ length: AT_ONCE }, ask)));
  waits.sort((a, b) => a - b);
  const each = (part, before) => (((usage(part.pid).cpuS - before) / count) * 1_000).toFixed(1);
  console.log(
    `${count} cards in ${(ms / 1_000).toFixed(0)} s, p99 ${waits[Math.floor(count * 0.99)].toFixed(0)} ms, ` +
      `${(bytes / count / 1_000).toFixed(0)} kB each; processor time of a card: media ${each(w.media, media)} ms, gateway ${each(w.gateway, gateway)} ms`,
  );
}
