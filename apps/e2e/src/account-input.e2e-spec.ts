import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { type Admin, HttpError, limits, type ShopDashboard } from '@sarafa/contracts';
import { signIn, type SignedInCaller, until } from '@sarafa/testing';
import sharp from 'sharp';
import { world, type World } from './world.js';

const PASSWORD = 'password of a shop';
const WEIRD = [null, [], {}, { $gt: '' }, { $ne: null }, [1], 'NaN', '1e3', 'Infinity', '0x10', ' ', true];

/** What each field takes, at its bounds; and what it doesn't, under and over them. */
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
  let w: World;
  let admin: SignedInCaller;
  let own: SignedInCaller;
  let id: string;
  let before: ShopDashboard;

  beforeAll(async () => {
    w = await world({}, true);
    admin = await w.admin();
    const { body } = await admin.call('post', '/user/create', { username: 'laxmi', password: PASSWORD });
    ({ id } = (body as { user: ShopDashboard }).user);
    own = await signIn(w.product.url, 'laxmi', PASSWORD);
  });

  afterAll(() => w.end());

  const shop = async () => (await w.json(`/user/dashboard/${id}`)) as unknown as ShopDashboard;
  const update = (body: unknown) => admin.call('put', `/user/update/${id}`, body);
  const refuses = async (ask: () => ReturnType<typeof update>, field: string, sent: unknown, status = 400) => {
    const answer = await ask();
    expect([field, sent, answer.status]).toEqual([field, sent, status]);
    const { details, requestId } = HttpError.parse(answer.body);
    expect(requestId).not.toBe('');
    if (status === 400) expect(details?.map(({ path }) => path)).toContain(field);
  };

  describe.each(Object.entries(NUMBERS))('%s', (field, { good, bad }) => {
    it('is taken at its bounds', async () => {
      for (const value of good) {
        const answer = await update({ [field]: value });
        expect([value, answer.status]).toEqual([value, 200]);
        expect((answer.body as { user: Record<string, unknown> }).user[field]).toBe(Number(value));
      }
    });

    it('is refused beyond them, and as what is no number; nothing is stored', async () => {
      before = await shop();
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

  it('a shop’s own settings have the same bounds', async () => {
    const routes: [string, string[]][] = [
      [`/user/profile-settings/${id}`, ['gold_margin', 'silver_margin']],
      ['/user/display-times', ['price_display_time', 'ad_display_time']],
    ];
    before = await shop();
    for (const [path, fields] of routes) {
      for (const field of fields) {
        const { good, bad } = NUMBERS[field]!;
        for (const value of [...bad, ...WEIRD]) await refuses(() => own.call('put', path, { [field]: value }), field, value);
        expect(await shop()).toEqual(before);
        for (const value of good) expect((await own.call('put', path, { [field]: value })).status).toBe(200);
        before = await shop();
      }
    }
    // What isn't a shop's to set is dropped, like every unknown field.
    expect(
      (await own.call('put', `/user/profile-settings/${id}`, { sell_margin: 5, role: 'admin', gold_margin: 1 })).status,
    ).toBe(200);
    expect(await shop()).toMatchObject({ sell_margin: before.sell_margin, role: 'user', gold_margin: 1 });
  });

  it('usernames and passwords keep their bounds', async () => {
    const create = (fields: object) => admin.call('post', '/user/create', { username: 'fresh', password: PASSWORD, ...fields });
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
    for (const password of ['1234567', 'x'.repeat(129), 12_345_678, null, {}])
      await refuses(() => create({ password }), 'password', password);
    for (const username of ['abc', 'a'.repeat(64), 'A.b_c-d@9']) expect((await create({ username })).status).toBe(201);
    for (const [turn, password] of ['12345678', 'x'.repeat(128), '          ', 'हिन्दी पासवर्ड'].entries()) {
      expect((await create({ username: `pass.${turn}`, password })).status).toBe(201);
      await signIn(w.product.url, `pass.${turn}`, password);
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

  it('takes no body that is none, and no prototype', async () => {
    before = await shop();
    const raw = (body: string, type = 'application/json') =>
      fetch(`${w.product.url}/user/update/${id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': type },
        body,
      });
    for (const body of [
      '',
      '[',
      'null',
      '[]',
      '"text"',
      '7',
      '{"__proto__":{"role":"admin"}}',
      '{"constructor":{"prototype":{}}}',
    ]) {
      const response = await raw(body);
      expect([body, response.status]).toEqual([body, 400]);
      HttpError.parse(await response.json());
    }
    expect((await raw('gold_margin=1', 'text/plain')).status).toBe(400);
    expect((await raw('<shop/>', 'application/xml')).status).toBe(415);
    expect((await raw(`{"shop_name":"${'x'.repeat(2_000_000)}"}`)).status).toBe(413);
    expect(await shop()).toEqual(before);
  });

  describe('a logo', () => {
    const logo = (bytes: Buffer, fields: Record<string, string> = {}, type = 'image/png', name = 'logo.png') => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      form.set('logo', new Blob([new Uint8Array(bytes)], { type }), name);
      return form;
    };
    const picture = () =>
      sharp({ create: { width: 300, height: 200, channels: 4, background: { r: 180, g: 140, b: 40, alpha: 0.5 } } });
    const urlOf = (answer: { body: unknown }) => (answer.body as { user: ShopDashboard }).user.logo_url;
    const stored = () => w.db.collection('logos').countDocuments();

    it.each([
      [
        'PNG',
        () =>
          picture()
            .png()
            .withExif({ IFD0: { Copyright: 'a secret place' } })
            .toBuffer(),
      ],
      [
        'JPEG',
        () =>
          picture()
            .jpeg()
            .withExif({ IFD0: { Copyright: 'a secret place' } })
            .toBuffer(),
      ],
      ['WebP', () => picture().webp().toBuffer()],
      ['GIF', () => picture().gif().toBuffer()],
      ['AVIF', () => picture().avif().toBuffer()],
    ])('is taken as %s, drawn anew, served for good, and replaced', async (_, file) => {
      const old = (await shop()).logo_url;
      const answer = await update(logo(await file(), { shop_name: 'With logo' }));
      expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ message: expect.any(String) as unknown })]);
      const url = urlOf(answer);
      expect(url).toMatch(/^\/media\/logos\/[0-9a-f]{24}\/[0-9a-f]{24}\.webp$/);
      expect(await shop()).toMatchObject({ logo_url: url, shop_name: 'With logo' });
      for (const base of ['', '/api']) {
        const response = await w.get(base + url);
        const bytes = Buffer.from(await response.arrayBuffer());
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
        expect(response.headers.get('cache-control')).toMatch(/public.*immutable/);
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
        const { width, height, exif } = await sharp(bytes).metadata();
        expect([width, height, exif]).toEqual([300, 200, undefined]);
        expect(bytes.includes('a secret place')).toBe(false);
        const etag = response.headers.get('etag')!;
        expect(etag).toMatch(/^"[^"]+"$/);
        expect((await w.get(base + url, { headers: { 'if-none-match': etag } })).status).toBe(304);
        const part = await w.get(base + url, { headers: { range: 'bytes=4-11' } });
        expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-11/${bytes.length}`]);
        expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(4, 12));
        expect((await w.get(base + url, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416);
      }
      if (old) await until(async () => (await w.get(old)).status === 404);
      await until(async () => (await stored()) === 1);
    });

    it('is refused when it is something else, broken, a bomb, or too large; nothing is stored', async () => {
      before = await shop();
      const png = await picture().png().toBuffer();
      const files: [string, Buffer, number][] = [
        ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script/></svg>'), 415],
        ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
        ['PDF', Buffer.from('%PDF-1.7\n'), 415],
        ['a program', Buffer.from('MZ\u0000\u0000'), 415],
        ['TIFF', await picture().tiff().toBuffer(), 415],
        ['half a PNG', png.subarray(0, png.length / 2), 415],
        ['a PNG’s first bytes', png.subarray(0, 12), 415],
        [
          'a picture of 64 megapixels',
          await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: 'red' } })
            .png()
            .toBuffer(),
          415,
        ],
        ['a byte too much', Buffer.concat([png, Buffer.alloc(limits.logoBytes + 1 - png.length)]), 413],
      ];
      for (const [name, file, status] of files) {
        await refuses(() => update(logo(file, { shop_name: 'must not be stored' })), 'logo', name, status);
      }
      expect(await shop()).toEqual(before);
      expect(await stored()).toBe(1);
    }, 60_000);

    it('of exactly 5 MB is taken', async () => {
      const png = await picture().png().toBuffer();
      const file = Buffer.concat([png, Buffer.alloc(limits.logoBytes - png.length)]);
      expect((await update(logo(file))).status).toBe(200);
    });

    it('is taken away again when its account can’t be saved', async () => {
      await until(async () => (await stored()) === 1);
      const png = await picture().png().toBuffer();
      const form = logo(png, { username: 'ADMIN', password: PASSWORD });
      expect((await admin.call('post', '/user/create', form)).status).toBe(409);
      expect((await update(logo(png, { username: 'admin' }))).status).toBe(409);
      await refuses(() => update(logo(png, { gold_margin: '99' })), 'gold_margin', '99');
      expect((await admin.call('put', `/user/update/${'a'.repeat(24)}`, logo(png))).status).toBe(404);
      expect(await stored()).toBe(1);
      expect((await w.get((await shop()).logo_url)).status).toBe(200);
    });

    it('is an admin’s too', async () => {
      const form = logo(await picture().png().toBuffer(), { username: 'with-logo', password: PASSWORD });
      const { status, body } = await admin.call('post', '/admin/create', form);
      expect(status).toBe(201);
      const made = (body as { admin: Admin }).admin;
      const session = await signIn(w.product.url, 'with-logo', PASSWORD);
      expect((await session.call('get', '/auth/me')).body).toMatchObject({ logo_url: made.logo_url });
      expect((await w.get(made.logo_url)).status).toBe(200);
      expect((await admin.call('delete', `/admin/delete/${made.id}`)).status).toBe(200);
      await until(async () => (await w.get(made.logo_url)).status === 404);
    });

    it('comes in a form that is whole', async () => {
      before = await shop();
      const file = new FormData();
      file.set('avatar', new Blob(['x']), 'x.png');
      expect((await update(file)).status).toBe(400);
      const head = `--b\r\ncontent-disposition: form-data; name="logo"; filename="x.png"\r\ncontent-type: image/png\r\n\r\n`;
      for (const body of ['no form at all', head, `${head}half a fi`]) {
        const response = await fetch(`${w.product.url}/user/update/${id}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=b' },
          body,
        });
        expect([body, response.status]).toEqual([body, 400]);
      }
      // Cut off by a line that breaks.
      const { hostname, port } = new URL(w.product.url);
      const socket = connect(Number(port), hostname);
      const lines = [`PUT /user/update/${id} HTTP/1.1`, 'host: x', `authorization: Bearer ${admin.token}`];
      const headers = [...lines, 'content-type: multipart/form-data; boundary=b', 'content-length: 100000', '', ''].join(
        '\r\n',
      );
      await new Promise((resolve) => socket.write(`${headers}${head}half a fi`, resolve));
      socket.destroy();
      await w.get('/health/live');
      expect(await shop()).toEqual(before);
      expect(await stored()).toBe(1);
    });
  });

  it('serves no other file by its name', async () => {
    for (const path of [
      '/media/',
      '/media/logos',
      '/media/..%2f..%2fetc%2fpasswd',
      '/media/logos/../x',
      `/media/logos/${id}/x.webp`,
    ]) {
      const response = await w.get(path);
      expect([path, response.status]).toEqual([path, 404]);
      HttpError.parse(await response.json());
    }
  });
});
