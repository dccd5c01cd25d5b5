import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { type Admin, HttpError, limits, type ShopDashboard, texts } from '@sarafa/contracts';
import { signIn, until } from '@sarafa/testing';
import sharp from 'sharp';
import { EditedShop, refuses, SHOP_PASSWORD as PASSWORD } from '../shared/edited-shop.js';

const site = new EditedShop();

describe('a logo', () => {
  const { shop, update } = site;
  const logo = (bytes: Buffer, fields: Record<string, string> = {}, type = 'image/png', name = 'logo.png') => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set('logo', new Blob([new Uint8Array(bytes)], { type }), name);
    return form;
  };
  const picture = () =>
    sharp({ create: { width: 300, height: 200, channels: 4, background: { r: 180, g: 140, b: 40, alpha: 0.5 } } });
  const urlOf = (answer: { body: unknown }) => (answer.body as { user: ShopDashboard }).user.logo_url;
  const stored = () => site.w.db.collection('logos').countDocuments();

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
    const answer = await update(logo(await file(), { shop_name: 'With logo' }));
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ message: expect.any(String) as unknown })]);
    const url = urlOf(answer);
    expect(url).toMatch(/^\/media\/logos\/[0-9a-f]{24}\/[0-9a-f]{24}\.webp$/);
    expect(await shop()).toMatchObject({ logo_url: url, shop_name: 'With logo' });
    for (const base of ['', '/api']) {
      const response = await site.w.get(base + url);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(response.headers.get('cache-control')).toMatch(/public.*immutable/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const { width, height, exif } = await sharp(bytes).metadata();
      expect([width, height, exif]).toEqual([300, 200, undefined]);
      expect(bytes.includes('a secret place')).toBe(false);
      const etag = response.headers.get('etag')!;
      expect(etag).toMatch(/^"[^"]+"$/);
      expect((await site.w.get(base + url, { headers: { 'if-none-match': etag } })).status).toBe(304);
      const part = await site.w.get(base + url, { headers: { range: 'bytes=4-11' } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-11/${bytes.length}`]);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(4, 12));
      expect((await site.w.get(base + url, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416);
    }
  });

  it('is refused when it is something else, broken, a bomb, or too large; nothing is stored', async () => {
    const [before, kept] = [await shop(), await stored()];
    const png = await picture().png().toBuffer();
    const files: [string, Buffer, number, string?][] = [
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
        413,
        texts.accounts.logoTooManyPixels(50),
      ],
      [
        'a byte too much',
        Buffer.concat([png, Buffer.alloc(limits.logoBytes + 1 - png.length)]),
        413,
        texts.accounts.logoTooLarge,
      ],
    ];
    for (const [name, file, status, message = texts.accounts.logoWrongType] of files) {
      const answer = await update(logo(file, { shop_name: 'must not be stored' }));
      await refuses(async () => answer, 'logo', name, status);
      expect([name, (answer.body as HttpError).message]).toEqual([name, message]);
    }
    expect(await shop()).toEqual(before);
    expect(await stored()).toBe(kept);
  });

  it('of exactly 5 MB is taken', async () => {
    const png = await picture().png().toBuffer();
    const file = Buffer.concat([png, Buffer.alloc(limits.logoBytes - png.length)]);
    expect((await update(logo(file))).status).toBe(200);
  });

  it('is taken away again when its account can’t be saved', async () => {
    const kept = await stored();
    const png = await picture().png().toBuffer();
    const form = logo(png, { username: 'ADMIN', password: PASSWORD });
    expect((await site.admin.call('post', '/user/create', form)).status).toBe(409);
    expect((await update(logo(png, { username: 'admin' }))).status).toBe(409);
    await refuses(() => update(logo(png, { gold_margin: '99' })), 'gold_margin', '99');
    expect((await site.admin.call('put', `/user/update/${'a'.repeat(24)}`, logo(png))).status).toBe(404);
    expect(await stored()).toBe(kept);
    expect((await site.w.get((await shop()).logo_url)).status).toBe(200);
  });

  it('is an admin’s too', async () => {
    const form = logo(await picture().png().toBuffer(), { username: 'with-logo', password: PASSWORD });
    const { status, body } = await site.admin.call('post', '/admin/create', form);
    expect(status).toBe(201);
    const made = (body as { admin: Admin }).admin;
    const session = await signIn(site.w.product.url, 'with-logo', PASSWORD);
    expect((await session.call('get', '/auth/me')).body).toMatchObject({ logo_url: made.logo_url });
    expect((await site.w.get(made.logo_url)).status).toBe(200);
    expect((await site.admin.call('delete', `/admin/delete/${made.id}`)).status).toBe(200);
    await until(async () => (await site.w.get(made.logo_url)).status === 404);
  });

  it('comes in a form that is whole', async () => {
    const [before, kept] = [await shop(), await stored()];
    const file = new FormData();
    file.set('avatar', new Blob(['x']), 'x.png');
    expect((await update(file)).status).toBe(400);
    const head = `--b\r\ncontent-disposition: form-data; name="logo"; filename="x.png"\r\ncontent-type: image/png\r\n\r\n`;
    for (const body of ['no form at all', head, `${head}half a fi`]) {
      const response = await fetch(`${site.w.product.url}/user/update/${site.id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${site.admin.token}`, 'content-type': 'multipart/form-data; boundary=b' },
        body,
      });
      expect([body, response.status]).toEqual([body, 400]);
    }
    // The connection breaks in the middle of the upload.
    const { hostname, port } = new URL(site.w.product.url);
    const socket = connect(Number(port), hostname);
    const lines = [`PUT /user/update/${site.id} HTTP/1.1`, 'host: x', `authorization: Bearer ${site.admin.token}`];
    const headers = [...lines, 'content-type: multipart/form-data; boundary=b', 'content-length: 100000', '', ''].join('\r\n');
    await new Promise((resolve) => socket.write(`${headers}${head}half a fi`, resolve));
    socket.destroy();
    await site.w.get('/health/live');
    expect(await shop()).toEqual(before);
    expect(await stored()).toBe(kept);
  });
});

describe('the server for files', () => {
  it('serves no other file by its name', async () => {
    for (const path of [
      '/media/',
      '/media/logos',
      '/media/..%2f..%2fetc%2fpasswd',
      '/media/logos/../x',
      `/media/logos/${site.id}/x.webp`,
    ]) {
      const response = await site.w.get(path);
      expect([path, response.status]).toEqual([path, 404]);
      HttpError.parse(await response.json());
    }
  });
});
