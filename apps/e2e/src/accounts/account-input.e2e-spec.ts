import { describe, expect, it } from '@jest/globals';
import { HttpError, Language, type ShopDashboard, texts } from '@sarafa/contracts';
import { signIn } from '@sarafa/testing';
import { hashSync } from '@node-rs/argon2';
import { EditedShop, refuses, SHOP_PASSWORD as PASSWORD } from '../shared/edited-shop.js';

const WEIRD = [null, [], {}, { $gt: '' }, { $ne: null }, [1], 'NaN', '1e3', 'Infinity', '0x10', ' ', true];

/** The values at each field's bounds, which are accepted, and the values beyond, which are refused. */
const NUMBERS: Record<string, { good: unknown[]; bad: unknown[] }> = {
  ...Object.fromEntries(
    ['buy_margin', 'sell_margin', 'gold_margin', 'silver_margin'].map((field) => [
      field,
      { good: [0, 50, 0.1, 49.9, '2.5', 7.3], bad: [-0.1, 50.1, 51, '51', 0.05, 2.55, '-1'] },
    ]),
  ),
  price_display_time: { good: [10, 600, '60'], bad: [9, 601, 0, -1, 10.5, '9'] },
  ad_display_time: { good: [1, 300, '30'], bad: [0, 301, -1, 1.5, '0'] },
  price_update_interval: { good: [10_000, 3_600_000, '300000'], bad: [9_999, 3_600_001, 0, 10_000.5] },
  dynamic_price_interval: { good: [1, 5, 15, 30, 60, '15'], bad: [0, 2, 61, 1.5, -1] },
};
const SWITCHES = [
  ...['ads_enabled', 'gold_prices_enabled', 'silver_prices_enabled', 'gold_24k_enabled', 'gold_22k_enabled'],
  ...['gold_18k_enabled', 'silver_enabled', 'rates_over_ads', 'default_mute_state'],
];

describe('what an account takes', () => {
  const site = new EditedShop();
  const { shop, update } = site;

  describe.each(Object.entries(NUMBERS))('%s', (field, { good, bad }) => {
    it('is taken at its bounds', async () => {
      for (const value of good) {
        const answer = await update({ [field]: value });
        expect([value, answer.status]).toEqual([value, 200]);
        expect((answer.body as { user: Record<string, unknown> }).user[field]).toBe(Number(value));
      }
    });

    it('is refused beyond them, and as what is no number; nothing is stored', async () => {
      const before = await shop();
      const nullable = field === 'dynamic_price_interval';
      for (const value of [...bad, ...WEIRD.filter((value) => !(nullable && value === null))]) {
        await refuses(() => update({ [field]: value, shop_name: 'must not be stored' }), field, value);
      }
      expect(await shop()).toEqual(before);
    });
  });

  it.each(SWITCHES)('%s is a switch, as such or as text', async (field) => {
    for (const [sent, stored] of [
      [false, false],
      [true, true],
      ['false', false],
      ['true', true],
    ] as const) {
      const answer = await update({ [field]: sent });
      expect((answer.body as { user: Record<string, unknown> }).user[field]).toBe(stored);
    }
    for (const value of ['yes', 1, 0, null, {}, [], 'TRUE']) await refuses(() => update({ [field]: value }), field, value);
  });

  it('a layout is one of two', async () => {
    expect((await update({ layout_orientation: 'vertical' })).status).toBe(200);
    for (const value of ['diagonal', 1, null, {}])
      await refuses(() => update({ layout_orientation: value }), 'layout_orientation', value);
  });

  it('a language is one of those that boards speak, set by an admin or by the shop for itself', async () => {
    const path = `/user/profile-settings/${site.id}`;
    expect((await shop()).language).toBe('en');
    for (const language of Language.options) {
      const answer = await update({ language });
      expect([language, (answer.body as { user: Record<string, unknown> }).user.language]).toEqual([language, language]);
    }
    expect((await site.own.call('put', path, { language: 'gu' })).status).toBe(200);
    for (const value of ['fr', 'EN', 1, null, {}, ['hi']]) {
      await refuses(() => update({ language: value }), 'language', value);
      await refuses(() => site.own.call('put', path, { language: value }), 'language', value);
    }
    const other = await site.w.shop('other');
    expect((await other.call('put', path, { language: 'hi' })).status).toBe(403);
    expect((await shop()).language).toBe('gu');
  });

  it('a second language is any of those or none, also the first, which counts as none; the order of changes doesn’t matter', async () => {
    const path = `/user/profile-settings/${site.id}`;
    const saved = async (answer: Promise<{ body: unknown }>) => (await answer).body as { user: ShopDashboard };
    expect((await shop()).second_language).toBeNull();
    for (const second_language of [...Language.options, null]) {
      expect((await saved(update({ second_language }))).user.second_language).toBe(second_language);
      const own = await saved(site.own.call('put', path, { second_language }));
      expect(own.user.second_language).toBe(second_language);
    }
    expect((await saved(update({ second_language: 'ta' }))).user.second_language).toBe('ta');
    expect((await saved(update({ second_language: 'null' }))).user.second_language).toBeNull();
    expect((await update({ language: 'hi', second_language: 'en' })).status).toBe(200);
    expect((await site.own.call('put', path, { language: 'en' })).status).toBe(200);
    expect(await shop()).toMatchObject({ language: 'en', second_language: 'en' });
    for (const value of ['fr', 'EN', 1, {}, ['hi'], true]) {
      await refuses(() => update({ second_language: value }), 'second_language', value);
      await refuses(() => site.own.call('put', path, { second_language: value }), 'second_language', value);
    }
    const other = await site.w.shop('third');
    expect((await other.call('put', path, { second_language: 'hi' })).status).toBe(403);
    expect((await shop()).second_language).toBe('en');
  });

  it('off-hours are two different times of a day or none, set by an admin or by the shop for itself', async () => {
    const path = `/user/profile-settings/${site.id}`;
    expect((await shop()).off_hours).toBeNull();
    const night = { from: '21:00', to: '09:30' };
    expect((await site.own.call('put', path, { off_hours: night })).status).toBe(200);
    expect((await shop()).off_hours).toEqual(night);
    expect((await update({ off_hours: JSON.stringify({ from: '00:00', to: '23:59' }) })).status).toBe(200);
    expect((await shop()).off_hours).toEqual({ from: '00:00', to: '23:59' });
    expect((await update({ off_hours: 'null' })).status).toBe(200);
    expect((await shop()).off_hours).toBeNull();
    await site.own.call('put', path, { off_hours: night });
    const bad = [
      { from: '21:00', to: '21:00' },
      { from: '24:00', to: '09:00' },
      { from: '9:00', to: '10:00' },
      { from: '21:00' },
    ];
    for (const value of [...bad, '21:00-09:00', 21, [], true, { from: '21:60', to: '09:00' }]) {
      expect((await site.own.call('put', path, { off_hours: value })).status).toBe(400);
      expect((await update({ off_hours: value })).status).toBe(400);
    }
    expect((await (await site.w.shop('fourth')).call('put', path, { off_hours: null })).status).toBe(403);
    expect((await shop()).off_hours).toEqual(night);
  });

  it.each([
    ['numerals', 'latn', ['latn', 'native'], ['deva', 'Latn', 1, null, {}, ['native']]],
    ['region', null, ['kerala', 'telangana-andhra', null, 'north'], ['Kerala', 'goa', 1, {}, ['north']]],
    ['gst_basis', 'whole', ['split', 'whole'], ['Split', 1, null, {}]],
    ['hallmark_mode', 'in_value', ['none', 'service'], ['free', 1, null, {}]],
    ['card_time', null, ['00:00', null, '23:59'], ['9:30', '24:00', 'noon', 930, {}, ['10:00']]],
  ] as const)('%s is one of its values, set by an admin or by the shop for itself', async (name, initial, good, bad) => {
    const path = `/user/profile-settings/${site.id}`;
    expect((await shop())[name]).toBe(initial);
    for (const value of good) {
      expect(((await update({ [name]: value })).body as { user: ShopDashboard }).user[name]).toBe(value);
    }
    expect((await site.own.call('put', path, { [name]: good[0] })).status).toBe(200);
    for (const value of bad) {
      await refuses(() => update({ [name]: value }), name, value);
      await refuses(() => site.own.call('put', path, { [name]: value }), name, value);
    }
    expect((await shop())[name]).toBe(good[0]);
  });

  it('a shop’s own settings have the same bounds', async () => {
    const routes: [string, string[]][] = [
      [`/user/profile-settings/${site.id}`, ['gold_margin', 'silver_margin']],
      ['/user/display-times', ['price_display_time', 'ad_display_time']],
    ];
    let before = await shop();
    for (const [path, fields] of routes) {
      for (const field of fields) {
        const { good, bad } = NUMBERS[field]!;
        for (const value of [...bad, ...WEIRD])
          await refuses(() => site.own.call('put', path, { [field]: value }), field, value);
        expect(await shop()).toEqual(before);
        for (const value of good) expect((await site.own.call('put', path, { [field]: value })).status).toBe(200);
        before = await shop();
      }
    }
    // A field that a shop may not set is dropped like any unknown field.
    expect(
      (await site.own.call('put', `/user/profile-settings/${site.id}`, { sell_margin: 5, role: 'admin', gold_margin: 1 }))
        .status,
    ).toBe(200);
    expect(await shop()).toMatchObject({ sell_margin: before.sell_margin, role: 'user', gold_margin: 1 });
  });

  it('usernames and passwords keep their bounds', async () => {
    const create = (fields: object) =>
      site.admin.call('post', '/user/create', { username: 'fresh', password: PASSWORD, ...fields });
    const names = [
      'ab',
      'a'.repeat(65),
      'with space',
      'naïve',
      'a/b',
      '<b>',
      '#123',
      'a\u0000b',
      'हिन्दी',
      ' ',
      null,
      [],
      {},
      { $ne: null },
      true,
      1e6,
    ];
    for (const username of names) await refuses(() => create({ username }), 'username', username);
    for (const password of ['1234567', 'x'.repeat(129), 12_345_678, null, {}, '12345678', 'PassWord1'])
      await refuses(() => create({ password }), 'password', password);
    for (const username of ['abc', 'a'.repeat(64), 'A.b_c-d@9']) expect((await create({ username })).status).toBe(201);
    for (const [turn, password] of ['1947-815', 'x'.repeat(128), '          ', 'हिन्दी पासवर्ड'].entries()) {
      expect((await create({ username: `pass.${turn}`, password })).status).toBe(201);
      await signIn(site.w.product.url, `pass.${turn}`, password);
    }
    for (const missing of ['username', 'password']) await refuses(() => create({ [missing]: undefined }), missing, undefined);
    for (const blank of ['username', 'password']) await refuses(() => create({ [blank]: '' }), blank, '');
  });

  it('a shop’s name is plain text of up to 120 characters', async () => {
    for (const name of ['x'.repeat(120), '<script>alert(1)</script>', 'श्री लक्ष्मी ज्वेलर्स', '$ne']) {
      const answer = await update({ shop_name: name });
      expect((answer.body as { user: ShopDashboard }).user.shop_name).toBe(name);
    }
    for (const value of ['x'.repeat(121), 'a\u0000b', 'a\nb', 7, {}, []])
      await refuses(() => update({ shop_name: value }), 'shop_name', value);
  });

  it('a password is one, however its letters are composed, and one of before is one as it was typed', async () => {
    const { url } = site.w.product;
    const composed = ['grün und golden', 'কোকো সোনা রূপা', 'கோவை தங்கம் வெள்ளி'].map((password) => password.normalize('NFC'));
    for (const [turn, password] of composed.entries()) {
      const decomposed = password.normalize('NFD');
      expect(decomposed).not.toBe(password);
      for (const [set, typed] of [
        [password, decomposed],
        [decomposed, password],
      ] as const) {
        const username = `composed.${turn}.${set.length}`;
        expect((await site.admin.call('post', '/user/create', { username, password: set })).status).toBe(201);
        await signIn(url, username, typed);
        const shop = await signIn(url, username, set);
        const change = { current_password: typed, password: `${set} 2` };
        expect((await shop.call('put', '/auth/password', change)).status).toBe(200);
        await signIn(url, username, `${typed.replace(/ /g, '\u00a0')}\u00a02`);
      }
    }
    // As a release before has stored it.
    const old = 'grün und golden'.normalize('NFD');
    expect((await site.admin.call('post', '/user/create', { username: 'of.before', password: PASSWORD })).status).toBe(201);
    await site.w.db.collection('accounts').updateOne({ username: 'of.before' }, { $set: { password_hash: hashSync(old) } });
    await signIn(url, 'of.before', old);
    await expect(signIn(url, 'of.before', `${old}!`)).rejects.toThrow();
  });

  it('names have one form: composed, with single spaces, and a username without invisible characters', async () => {
    const answer = await update({ shop_name: '  Gru\u0308n \u00a0 Gold  ', city: 'Navi\u3000\u00a0Mumbai' });
    expect((answer.body as { user: ShopDashboard }).user).toMatchObject({ shop_name: 'Gr\u00fcn Gold', city: 'Navi Mumbai' });
    const username = '\u200bhid\u200cden\u2060.name\u200f ';
    const made = await site.admin.call('post', '/user/create', { username, password: PASSWORD });
    expect((made.body as { user: ShopDashboard }).user.username).toBe('hidden.name');
    await signIn(site.w.product.url, username, PASSWORD);
    await signIn(site.w.product.url, 'hidden.name', PASSWORD);
    const table = { title: ' Rose \u00a0 Gold ', userId: site.id, price: 1 };
    const { body } = await site.admin.call('post', '/admin/custom-tables', table);
    expect((body as { customTable: { title: string } }).customTable.title).toBe('Rose Gold');
  });

  it('takes no body that is none, and no prototype', async () => {
    const before = await shop();
    const raw = (body: string, type = 'application/json') =>
      fetch(`${site.w.product.url}/user/update/${site.id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${site.admin.token}`, 'content-type': type },
        body,
      });
    for (const body of ['', '[', 'null', '[]', '"text"', '7']) {
      const response = await raw(body);
      expect([body, response.status]).toEqual([body, 400]);
      HttpError.parse(await response.json());
    }
    for (const body of ['{"__proto__":{"role":"admin"}}', '{"shop_name":"x","constructor":{"prototype":{}}}']) {
      const response = await raw(body);
      expect([body, response.status]).toEqual([body, 400]);
      expect(HttpError.parse(await response.json()).message).toBe(texts.errors.forbiddenKey);
    }
    expect(HttpError.parse(await (await raw('[')).json()).message).toBe(texts.errors.notJson);
    expect((await raw('gold_margin=1', 'text/plain')).status).toBe(400);
    expect((await raw('<shop/>', 'application/xml')).status).toBe(415);
    expect((await raw(`{"shop_name":"${'x'.repeat(2_000_000)}"}`)).status).toBe(413);
    expect(await shop()).toEqual(before);
  });
});
