// What a board goes through: days with quotes, ads and losses of the network, nights, weekends and releases.
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { mediaFile, random, runFor, showAds, storeAds } from '@sarafa/testing';
import sharp from 'sharp';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const KOLKATA = 5.5 * HOUR;
const OPENS = 9 * HOUR;
const BLOCKS = 4;
const BLOCK = 3 * HOUR;
const QUOTES = 10;
const ADS = 3;
const CHANGES = 300;
export const PRICES_MS = 10_000;

const film = (name) => ({ name, content: mediaFile(name) });
const image = async (background, index) => ({
  name: `image-${index}.webp`,
  content: await sharp({ create: { width: 1_920, height: 1_080, channels: 3, background } })
    .webp()
    .toBuffer(),
});

const clip = {
  name: 'clip.webm',
  content: readFileSync(new URL('../../apps/e2e/src/shared/media-fixtures/clip.webm', import.meta.url)),
};
/** Three films and five images: more than a shop may have at one time. */
const films = [film('vp8.webm'), film('vp9.webm'), clip];
const images = await Promise.all(['#7a1f2b', '#1f5f7a', '#2f7a1f', '#7a6a1f', '#5b1f7a'].map(image));

/** Nine o'clock in Kolkata on the next Monday, so that each month begins with the same day of the week. */
export function monday(now) {
  const today = Math.floor((now + KOLKATA) / DAY);
  // 1 January 1970 was a Thursday.
  const days = (((4 - today) % 7) + 7) % 7 || 7;
  return (today + days) * DAY + OPENS - KOLKATA;
}

/**
 * The days after which a release comes; the second release can't show anything. Day 13 is a Saturday, when the market is closed
 * all night.
 */
function releaseDays(days) {
  if (days >= 26) return [4, 13, 19, 25];
  if (days >= 16) return [4, 13];
  return days >= 8 ? [4] : [];
}

export class Month {
  totals = { quotes: 0, ads: 0, losses: 0, nights: 0, releases: 0, left: 0 };
  shown = new Set();

  constructor(harness, board, seed, days) {
    this.harness = harness;
    this.board = board;
    this.releases = releaseDays(days);
    this.rng = random(seed);
    this.gold = 467_500;
    this.silver = 6_938;
  }

  /**
   * Answers the measured figures: the least of many moments, because at some moments an ad that is coming or going is still in
   * memory.
   */
  async day(day) {
    const { board } = this;
    await this.exchangeAd(day);
    const points = [];
    for (let block = 0; block < BLOCKS; block++) {
      await board.rests();
      if ((await board.stand()) !== 'closed') await this.quotes();
      for (let ad = 0; ad < ADS; ad++) {
        await showAds(board.page, 1, PRICES_MS);
        // The ad leaves the page when it has faded out.
        await runFor(board.page, 1_000);
        points.push(await board.memory());
      }
      this.totals.ads += ADS;
      if (block % 2 === 1) {
        await board.loseNetwork((day + (block >> 1)) % 2 === 0);
        this.totals.losses += 1;
      }
      await board.rests();
      if (block < BLOCKS - 1) await board.pass(BLOCK);
    }
    const least = Object.fromEntries(
      Object.keys(points[0]).map((key) => [key, Math.min(...points.map((point) => point[key]))]),
    );
    const { harness } = this;
    await harness.changeRows(CHANGES);
    const gateway = await harness.heap.of(harness.gateway.pid);
    return { day, life: board.loads, ...least, ...(await board.storage()), ...(await board.frames()), gateway };
  }

  /** Ends when the shop opens the next day. */
  async night(day) {
    const { board, harness } = this;
    if (this.releases.includes(day)) await this.releaseNight(this.releases.indexOf(day));
    const left = DAY - ((harness.now + KOLKATA - OPENS) % DAY);
    await board.sleep(left);
    this.totals.nights += 1;
    await board.rests();
  }

  async quotes() {
    const { board, harness } = this;
    for (let count = 0; count < QUOTES; count++) {
      const before = await board.prices();
      this.gold *= 1 + (this.rng.next() > 0.5 ? 1 : -1) * (0.0005 + this.rng.next() / 500);
      this.silver *= 1 + (this.rng.next() - 0.5) / 250;
      harness.quote(this.gold.toFixed(2), this.silver.toFixed(2));
      await board.until(async () => (await board.prices()) !== before, 'A quote never came to the board');
      this.totals.quotes += 1;
    }
  }

  /** Five ads at a time, two of them films, as a shop may have; each day one ad goes and another one comes. */
  async exchangeAd(day) {
    const { board, harness } = this;
    const pick = (all, at) => all[at % all.length];
    const [film, image] = [Math.floor(day / 2), Math.ceil(day / 2)];
    const wanted = [
      pick(films, film),
      pick(images, image),
      pick(films, film + 1),
      pick(images, image + 1),
      pick(images, image + 2),
    ];
    const missing = wanted.filter(({ name }) => !this.ads?.some((ad) => ad.name === name));
    const stored = await storeAds(harness.s3, harness.shop, missing);
    this.ads = wanted.map(({ name }) => [...stored, ...(this.ads ?? [])].find((ad) => ad.name === name));
    for (const { name } of wanted) this.shown.add(name);
    await harness.setAds(this.ads);
    await board.until(async () => {
      const kept = await board.page.evaluate(async (shop) => {
        const requests = await (await caches.open(`sarafa-ads-${shop}`)).keys();
        return requests.map(({ url }) => new URL(url).pathname);
      }, harness.shop);
      return kept.length === this.ads.length && this.ads.every(({ path }) => kept.includes(path));
    }, "The board never kept the shop's ads");
  }

  async releaseNight(index) {
    const { board, harness } = this;
    const isBroken = index === 1;
    const before = await board.release();
    const release = harness.newRelease(String(index + 2), { isBroken });
    await board.pass(DAY - ((harness.now + KOLKATA - 3 * HOUR - 5 * MINUTE) % DAY));
    await harness.rollOut(release);
    await board.until(async () => (await board.releaseState()).installed === release.name, 'A release never came to the board');
    this.totals.releases += 1;
    if (!isBroken) {
      await this.quietUntil(async () => (await board.release()) === release.name, 'The board never took the release');
      await board.until(async () => (await board.releaseState()).accepted === release.name, 'The release was never accepted');
    }
    for (let tries = 1; isBroken && tries <= 3; tries++) {
      const isLeft = async () => (await board.releaseState()).failures?.[release.name] === tries;
      await this.quietUntil(isLeft, 'The broken release was never left');
      await board.setFailedAt(harness.now);
      await board.until(async () => (await board.release()) === before, 'The release before never came back');
      this.totals.left += 1;
      await board.pass(61 * MINUTE);
    }
    await board.rests();
  }

  /** Lets the minutes of a quiet night pass, in which a board looks for releases twice a minute. */
  async quietUntil(check, words) {
    for (let minutes = 0; !(await check().catch(() => false)); minutes++) {
      if (minutes > 90) throw new Error(words);
      await this.board.pass(MINUTE / 2).catch(() => undefined);
      await setTimeout(300);
    }
  }
}
