import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CARD_STATE, CardTheme, type PriceSnapshot, texts } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { objectsIn, s3Client, type SignedInCaller, until } from '@sarafa/testing';
import { harness, type Harness, LIVELY } from '../shared/harness.js';

describe('the rate card of a shop', () => {
  let w: Harness;
  let admin: SignedInCaller;
  let own: SignedInCaller;
  let made = 0;
  let gold = 467_500;

  beforeAll(async () => {
    w = await harness({ pace: LIVELY, withFiles: true });
    admin = await w.admin();
  });

  afterAll(() => w.end());

  beforeEach(async () => {
    own = await w.shop(`card-${++made}`);
    await update({ shop_name: 'Zaveri & Sons', dynamic_price_interval: 1 });
  });

  const update = (fields: object) => admin.call('put', `/user/update/${own.userId}`, fields);
  const card = (query = '', init?: RequestInit) => w.get(`/user/rate-card/${own.userId}.png${query}`, init);
  const bytes = async (query = '') => {
    const answer = await card(query);
    expect([query, answer.status, answer.headers.get('content-type')]).toEqual([query, 200, 'image/png']);
    return Buffer.from(await answer.arrayBuffer());
  };
  const lines = async () => (await (await card('?format=text')).text()).split('\n');
  const prices = () => w.json(`/prices/user/${own.userId}`) as unknown as Promise<PriceSnapshot>;
  const move = async (by: number) => {
    const before = (await prices()).gold_24k.sell;
    w.quote(String((gold += by)), '6938');
    await until(async () => (await prices()).gold_24k.sell !== before);
  };
  const pictures = async () => (await objectsIn(w.s3!)).filter((key) => key.startsWith(`rate-cards/${own.userId}/`));

  it('is a picture of the asked shape, made once for each state', async () => {
    const sizeOf = (png: Buffer) => [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)];
    const post = await bytes();
    expect(sizeOf(post)).toEqual(['PNG', 1080, 1350]);
    expect(sizeOf(await bytes('?shape=story'))).toEqual(['PNG', 1080, 1920]);
    expect((await bytes('?shape=post&theme=plain&format=png&v=3')).equals(post)).toBe(true);
    expect((await w.get(`/api/user/rate-card/${own.userId}.png`)).status).toBe(200);
    // As a browser asks for an address that somebody opens.
    expect((await card('', { headers: { accept: 'text/html,*/*;q=0.8' } })).headers.get('content-type')).toBe('image/png');
    expect(await pictures()).toHaveLength(2);
    const answer = await card();
    const etag = answer.headers.get('etag')!;
    expect(answer.headers.get(CARD_STATE)).toBe((await card('?format=text')).headers.get(CARD_STATE));
    expect([etag, answer.headers.get('cache-control')]).toEqual([expect.stringMatching(/^"[0-9a-f]{24}"$/), 'no-cache']);
    expect((await card('', { headers: { 'if-none-match': etag } })).status).toBe(304);
    await move(1_000);
    expect((await card('', { headers: { 'if-none-match': etag } })).status).toBe(200);
    expect((await bytes()).equals(post)).toBe(false);
    expect((await card('?format=text')).headers.get(CARD_STATE)).not.toBe(answer.headers.get(CARD_STATE));
  });

  it('is another one for each theme', async () => {
    const all = await Promise.all(CardTheme.options.map((theme) => bytes(`?theme=${theme}`)));
    expect(new Set(all.map((png) => png.toString('base64'))).size).toBe(CardTheme.options.length);
  });

  it('says as text what the board says: the name, the rows, the shop’s own ones, the time and the basis', async () => {
    await admin.call('post', '/admin/custom-tables', { userId: own.userId, title: 'Gold Coin (8g)', price: 126257 });
    await until(async () => (await lines()).some((line) => line.startsWith('Gold Coin')));
    const { gold_24k, gold_22k, gold_18k, silver } = await prices();
    const figure = (rate: { sell: number | null }) => `₹${groupRupees(rate.sell!)}`;
    const answer = await card('?format=text&shape=story');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    // The market's stand-in gives a time of some seconds ago, which may be late by now.
    const said = (await answer.text()).split('\n').filter((line) => !line.startsWith('Delayed. Last rate '));
    expect(said).toEqual([
      'Zaveri & Sons',
      `24K GOLD (10g): ${figure(gold_24k)}`,
      `22K GOLD (10g): ${figure(gold_22k)}`,
      `18K GOLD (10g): ${figure(gold_18k)}`,
      `SILVER (1kg): ${figure(silver)}`,
      'Gold Coin (8g): ₹1,26,257',
      expect.stringMatching(/^\w+day, \d+ \w+ 20\d\d, \d+:\d\d [ap]m$/),
      'Mumbai rates, before GST and making',
      '',
    ]);
    await update({ language: 'ta', numerals: 'native', city: 'Madurai' });
    await until(async () => (await lines())[1]!.startsWith('௨௪ காரட் தங்கம்'));
    expect((await lines()).at(-2)).toContain('Madurai');
  });

  it('says what has changed since the last card of an earlier day, and nothing of the same day', async () => {
    const first = await lines();
    expect(first.join()).not.toMatch(/[▲▼]/);
    await move(1_000);
    expect((await lines()).join()).not.toMatch(/[▲▼]/);
    const was = (await prices()).gold_24k.sell!;
    await w.db.collection<{ _id: string }>('rate_cards').updateOne({ _id: own.userId }, { $inc: { day: -1 } });
    await move(1_000);
    const rise = (await prices()).gold_24k.sell! - was;
    expect((await lines())[1]).toMatch(new RegExp(`▲ ₹${groupRupees(rise)}$`));
    expect((await lines())[4]).not.toMatch(/[▲▼]/);
    await move(-2_000);
    expect((await lines())[1]).toMatch(/▼ ₹[\d,]+$/);
  });

  it('says whose the rates are, and until when they are held', async () => {
    await own.call('put', `/user/rates/hold/${own.userId}`, { until: new Date(Date.now() + 3_600_000).toISOString() });
    await until(async () => (await lines()).some((line) => /^Rate held since .+\. Until .+$/.test(line)));
  });

  it('is refused in words', async () => {
    const refused = async (path: string) => {
      const answer = await w.get(path);
      return [answer.status, ((await answer.json()) as { message: string }).message];
    };
    const { malformedId, shopNotFound, ratesNotAvailable, subscriptionEnded } = texts.errors;
    const path = `/user/rate-card/${own.userId}.png`;
    expect(await refused('/user/rate-card/x.png')).toEqual([400, malformedId]);
    expect(await refused(`/user/rate-card/${'0'.repeat(24)}.png`)).toEqual([404, shopNotFound]);
    for (const query of ['shape=square', 'theme=holi', 'format=jpg']) expect((await refused(`${path}?${query}`))[0]).toBe(400);
    await update({ gold_prices_enabled: false, silver_prices_enabled: false });
    await until(async () => (await card()).status === 503);
    expect(await refused(path)).toEqual([503, ratesNotAvailable]);
    await update({ gold_prices_enabled: true });
    await until(async () => (await card()).status === 200);
    await admin.call('put', `/user/${own.userId}/subscription`, { active: false });
    await until(async () => (await card()).status === 403);
    expect(await refused(path)).toEqual([403, subscriptionEnded]);
  });

  it('is made anew where its file was lost, and goes with the shop', async () => {
    const png = await bytes();
    const [key] = await pictures();
    await s3Client(w.s3!).removeObject('sarafa', key!);
    expect(await pictures()).toEqual([]);
    // For a moment media has it in memory.
    await until(async () => (await bytes()).equals(png) && (await pictures())[0] === key);
    await admin.call('delete', `/user/delete/${own.userId}`);
    await until(async () => (await pictures()).length === 0);
    const cards = w.db.collection<{ _id: string }>('rate_cards');
    await until(async () => (await cards.findOne({ _id: own.userId })) === null);
  });
});
