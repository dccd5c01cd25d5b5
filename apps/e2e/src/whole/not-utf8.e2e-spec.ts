import { describe, expect, it } from '@jest/globals';
import { HttpError, texts } from '@sarafa/contracts';
import { type Answer, caller, mediaFile, rawRequest, readAnswer } from '@sarafa/testing';
import { EditedShop, SHOP_PASSWORD } from '../shared/edited-shop.js';

/** Bytes that aren't UTF-8, each for another reason. */
const BYTES = ['\xff', '\xc0\xaf', '\xed\xa0\x80', '\xe0\xa4'];
const FORM = 'multipart/form-data; boundary=b';

describe('what is no UTF-8', () => {
  const site = new EditedShop();
  const { shop } = site;

  /** Sends `body`, with one character for each byte. */
  const send = async (method: string, path: string, type: string, body: string, token = site.admin.token) => {
    const head = [`${method} ${path} HTTP/1.1`, 'host: x', 'connection: close', `authorization: Bearer ${token}`];
    const lines = [...head, `content-type: ${type}`, `content-length: ${body.length}`, '', body];
    return readAnswer(await rawRequest(site.w.product.url, Buffer.from(lines.join('\r\n'), 'latin1')));
  };
  const refuses = async (what: string, sent: Promise<Pick<Answer, 'status' | 'body'>>) => {
    const { status, body } = await sent;
    expect([what, status]).toEqual([what, 400]);
    expect(HttpError.parse(body)).toMatchObject({ code: 'INVALID_INPUT', message: texts.errors.notUtf8 });
  };
  const updated = () => `/user/update/${site.id}`;
  const part = (head: string, content: string) =>
    `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n--b--\r\n`;

  it('is refused in JSON, and nothing is stored', async () => {
    const before = await shop();
    for (const bytes of BYTES) {
      await refuses('a value', send('PUT', updated(), 'application/json', `{"shop_name":"${bytes}"}`));
      await refuses('a field', send('PUT', updated(), 'application/json', `{"${bytes}":1}`));
      const row = `{"title":"${bytes}","userId":"${site.id}","price":1}`;
      await refuses('a title', send('POST', '/admin/custom-tables', 'application/json', row));
    }
    await refuses('half a character', send('PUT', updated(), 'application/json', '{"shop_name":"\\ud800"}'));
    expect(await shop()).toEqual(before);
    expect((await site.admin.call('get', '/admin/custom-tables')).body).toEqual([]);
  });

  it('is refused in forms, and nothing is stored', async () => {
    const before = await shop();
    for (const bytes of BYTES) {
      await refuses('a value', send('PUT', updated(), FORM, part('name="shop_name"', bytes)));
      await refuses('a name', send('PUT', updated(), FORM, part(`name="${bytes}"`, 'x')));
      const otherwise = part('name="shop_name"\r\ncontent-type: text/plain; charset=utf-8', bytes);
      await refuses('a value that says it were', send('PUT', updated(), FORM, otherwise));
      const escaped = `shop_name=${[...bytes].map((byte) => `%${byte.charCodeAt(0).toString(16)}`).join('')}`;
      await refuses('an escape', send('PUT', updated(), 'application/x-www-form-urlencoded', escaped));
      await refuses('a byte', send('PUT', updated(), 'application/x-www-form-urlencoded', `shop_name=${bytes}`));
    }
    expect(await shop()).toEqual(before);
  });

  it('is no password, nor another’s', async () => {
    const password = 'password \ufffd';
    const made = { username: 'replaced', password };
    expect((await site.admin.call('post', '/user/create', made)).status).toBe(201);
    const signIn = (sent: string) =>
      send('POST', '/auth/login', 'application/json', `{"username":"replaced","password":"${sent}"}`);
    for (const bytes of BYTES) await refuses('a password', signIn(`password ${bytes}`));
    await refuses('half a character', signIn('password \\ud800'));
    // The character U+FFFD itself, as a person may have typed it.
    expect((await caller(site.w.product.url).call('post', '/auth/login', made)).status).toBe(200);
  });

  it('is refused in an address', async () => {
    const paths = [
      '/user/update/%ff',
      '/prices/history?metal=%ff',
      '/prices/detailed?a=%c0%af',
      `/prices/user/${site.id}?%ff`,
      '/assets/%ff',
    ];
    for (const path of [...paths, '/prices/detailed?\xff', '/media/logos/\xff', '/nowhere?%ed%a0%80', '/health/live?%ff']) {
      const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`, 'latin1');
      const { status, body } = readAnswer(await rawRequest(site.w.product.url, bytes));
      expect([path, status, HttpError.parse(body).code]).toEqual([path, 400, 'INVALID_INPUT']);
    }
    expect((await site.w.get('/prices/detailed?a=%E0%A4%B6')).status).toBe(200);
  });

  it('is refused as the name of a file', async () => {
    const image = mediaFile('picture.png').toString('latin1');
    const upload = (name: string) =>
      send('POST', '/advertisements/upload', FORM, part(`name="advertisement"; filename="${name}"`, image), site.own.token);
    for (const bytes of BYTES) await refuses('a file', upload(`${bytes}.png`));
    expect((await site.own.call('get', '/advertisements/user/me')).body).toEqual([]);
    expect(await upload(Buffer.from('\ufffd श्री.png').toString('latin1'))).toMatchObject({
      status: 201,
      body: { advertisement: { file_name: '\ufffd श्री.png' } },
    });
  });

  it('is not what a person has typed', async () => {
    const text = 'श्री \ufffd 😀';
    const bytes = Buffer.from(text).toString('latin1');
    for (const [type, body] of [
      ['application/json', `{"shop_name":"${bytes}"}`],
      [FORM, part('name="shop_name"', bytes)],
      ['application/x-www-form-urlencoded', `shop_name=${encodeURIComponent(text)}`],
    ] as const) {
      await site.update({ shop_name: SHOP_PASSWORD });
      expect([type, (await send('PUT', updated(), type, body)).status]).toEqual([type, 200]);
      expect((await shop()).shop_name).toBe(text);
    }
  });
});
