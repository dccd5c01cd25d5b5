import { mediaFile, random as seeded } from '@sarafa/testing';
import { forms } from './raw-forms.mjs';

const METHODS = 'GET HEAD POST PUT DELETE PATCH OPTIONS TRACE PROPFIND REPORT CONNECT get QUERY'.split(' ');
const FOLDERS = '/assets /brand /docs /media /media/logos /media/ads /public-view /api /api/media /health'.split(' ');
const STEPS = [
  ...['.', '..', '%2e', '%2e%2e', '', '%00', '%ff', '%2f', '%5c', '\\', '~', '*', '%', '%zz', '__proto__', 'constructor'],
  ...['index.html', 'board.html', 'sw.js', 'a'.repeat(300), 'x'.repeat(9_000), '\xff', '%ed%a0%80', ':id', '{id}'],
  ...['%F0%9F%98%80', ';a=b', '%0d%0a', 'CON', '....', '-1', '0', 'null'],
];
/** Path segments that a client library would remove before sending. */
const DOTS = ['.', '..', '%2e', '%2e%2e', '', '%2f'];
const QUERIES = [
  ...['', '?', '??', '?%', '?a=%ff', '?__proto__[x]=1', '?a[]=1&a[]=2', '?metal=gold&metal=silver', `?${'a=1&'.repeat(2_000)}`],
  '?metal=gold&from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z&step=3600',
  '?from=9999999-01-01&to=x&step=NaN',
  '?metal=gold&from=0000-01-01T00:00:00Z&to=9999-12-31T23:59:59Z&step=1e400',
  ...['#x', '?x#y', '?after=zzz', '?url=%2Fmedia'],
];
/** @type {unknown[]} */
const VALUES = [
  ...[null, true, 0, -1, 1e308, -0, 1e-7, 2 ** 53, '', ' ', 'x', '\u0000', '\ufffd', '😀', 'x'.repeat(500), [], [null], {}],
  ...[{ $gt: '' }, { $ne: null }, { length: -1 }, '2026-11-20', '1e5', 'NaN', '0x10', [[[]]], { toString: 1 }, { toJSON: 1 }],
  ...['true', 3_600_000, 5, 60_000],
];
const FIELDS = [
  ...['username', 'password', 'shop_name', 'gold_margin', 'title', 'userId', 'price', 'interval', 'enabled', 'active'],
  ...['isMaintenanceMode', 'default_mute_state', 'ads_enabled', 'price_display_time', 'ad_display_time', 'logo_url', 'role'],
  ...['id', '_id', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'layout_orientation', 'dynamic_price_interval'],
];
const TYPES = [
  ...['application/json', 'application/json', 'application/json; charset=utf-16', 'application/x-www-form-urlencoded'],
  ...['text/plain', 'text/xml', 'multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary="'],
  ...[`multipart/form-data; boundary=${'b'.repeat(300)}`, 'application/octet-stream', '', ';', 'a/b/c', 'application/json;'],
  ...['APPLICATION/JSON', '\xff/\xff', 'application/vnd.api+json'],
];
const HEADERS = [
  ...['expect: 100-continue', 'expect: a wonder'],
  ...['gzip', 'br', 'deflate', 'identity', 'gzip, gzip', 'x'].map((coding) => `content-encoding: ${coding}`),
  ...['accept-encoding: gzip;q=0,br;q=x,*', 'accept-encoding: ,,;;', 'accept: text/html', 'accept: */*;q=a', 'accept: \xff'],
  ...['range: bytes=0-', 'range: bytes=-0', 'range: bytes=5-1', 'range: bytes=999999999999999999999-', 'range: bytes=0-0,1-1'],
  ...['range: lines=1', 'if-range: "x"', 'if-none-match: *', 'if-none-match: "', `if-none-match: ${'"a",'.repeat(2_000)}`],
  ...['if-modified-since: yesterday', 'upgrade: websocket\r\nconnection: upgrade'],
  'upgrade: h2c\r\nconnection: upgrade, http2-settings\r\nhttp2-settings: x',
  ...['x-forwarded-for: ,,,', 'x-forwarded-for: ::::', 'x-forwarded-for: 300.1.2.3, what', 'x-forwarded-for: fe80::1%eth0'],
  ...['x-forwarded-proto: https,http,', 'x-forwarded-host: \xff', 'authorization: Bearer', 'authorization: Bearer a.b.c'],
  ...['authorization: Basic OjpA', 'authorization: Bearer eyJhbGciOiJub25lIn0.e30.', 'authorization: Bearer \xff'],
  ...['x-request-id: {"a":1}', 'traceparent: 00-x', 'traceparent: 00-00000000000000000000000000000000-0000000000000000-ff'],
  ...['origin: null', 'access-control-request-method: PUT', 'cookie: a=b; __proto__=c', 'x-http-method-override: DELETE'],
  ...['te: trailers', 'trailer: host', 'host: y', 'referer: \x01', 'accept-version: 99', 'content-length: 5'],
  ...['content-length: -1', 'content-length: 99999999999999999999', 'transfer-encoding: chunked'],
  ...['transfer-encoding: gzip, chunked', 'transfer-encoding: x', ' folded: y', 'no colon', 'a b: c', ': empty'],
  ...[`big: ${'y'.repeat(14_000)}`, `${'n'.repeat(5_000)}: y`],
];

/**
 * Makes up requests, the same ones for the same seed. `role` says whose token a request carries, `isWhole` whether it has to be
 * answered.
 */
export function rawRequests(seed, paths, product) {
  const { next: random, one: pick } = seeded(seed);
  const chance = (share) => random() < share;
  const operations = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => [method, path]));
  const id = () => (chance(0.7) ? pick(product.ids) : pick(['f'.repeat(24), 'F'.repeat(24), '1', ...STEPS]));

  const step = () => pick(chance(0.4) ? DOTS : STEPS);
  const json = (depth = 0) => {
    const fields = Array.from({ length: Math.floor(random() * 5) }, () => [
      pick(FIELDS),
      depth < 2 && chance(0.15) ? json(depth + 1) : chance(0.1) ? id() : pick(VALUES),
    ]);
    return Object.fromEntries(fields);
  };
  const jsonText = () => {
    const text = JSON.stringify(json());
    if (chance(0.6)) return Buffer.from(text);
    const broken = [
      () => text.slice(0, -1),
      () => `${text}${text}`,
      () => '['.repeat(5_000),
      () => `{"a":${'9'.repeat(400)}}`,
      () => '{"shop_name":"\\ud800"}',
      () => '\ufeff{}',
      () => '{"__proto__":{}}',
      () => '"',
      () => '',
      () => `{"shop_name":"${'x'.repeat(1_100_000)}"}`,
      () => text.replace(/"/, '\u0000'),
    ];
    const made = Buffer.from(pick(broken)());
    if (chance(0.4) && made.length) made[Math.floor(random() * made.length)] = Math.floor(random() * 256);
    return made;
  };
  const pathOf = (template) => {
    let path = template.replaceAll(/\{\w+\}/g, id);
    if (chance(0.25)) path = `/api${path}`;
    if (chance(0.15)) path += `/${pick(STEPS)}`;
    if (chance(0.1)) path = path.replace('/', pick(['//', '/./', '/../', '/%2e/', '\\']));
    if (chance(0.03)) path = pick([`http://x${path}`, `//x${path}`, '*', 'x:1', 'http://[', `?${path}`, path.slice(1)]);
    return path + (chance(0.2) ? pick(QUERIES) : '');
  };
  const body = () => {
    const kind = random();
    if (kind < 0.45) return { type: 'application/json', bytes: jsonText() };
    if (kind < 0.8) return forms({ random, pick, chance, VALUES, FIELDS }, mediaFile);
    return {
      type: pick(TYPES),
      bytes: chance(0.5)
        ? jsonText()
        : Buffer.from(Array.from({ length: Math.floor(random() * 400) }, () => Math.floor(random() * 256))),
    };
  };

  return () => {
    const [method, template] = chance(0.75)
      ? pick(operations)
      : [
          chance(0.5) ? 'GET' : pick(METHODS),
          chance(0.6) ? `${pick(FOLDERS)}/${step()}${chance(0.4) ? `/${step()}` : ''}` : pick(operations)[1],
        ];
    const role = pick(['admin', 'admin', 'shop', 'shop', 'nobody']);
    const lines = [
      `${chance(0.95) ? method.toUpperCase() : pick(METHODS)} ${pathOf(template)} HTTP/1.${chance(0.97) ? 1 : pick([0, 2, 9])}`,
    ];
    if (chance(0.97)) lines.push('host: x');
    lines.push(`x-forwarded-for: ${product.nextAddress()}`);
    if (product.tokens[role]) lines.push(`authorization: Bearer ${product.tokens[role]}`);
    let content = Buffer.alloc(0);
    // When the part of a request that marks its end is faulty, nobody can say whether an answer is due.
    let isWhole = true;
    if (chance(method === 'get' ? 0.1 : 0.85)) {
      const { type, bytes } = body();
      lines.push(`content-type: ${type}`);
      if (chance(0.85)) lines.push(`content-length: ${bytes.length}`);
      else {
        lines.push('transfer-encoding: chunked');
        isWhole = false;
      }
      content = isWhole ? bytes : chunked(bytes, pick);
    }
    for (let more = Math.floor(random() * random() * 4); more > 0; more--) {
      const header = pick(HEADERS);
      if (/^(?:content-length|transfer|expect|upgrade|content-enc| |no colon)/.test(header)) isWhole = false;
      lines.push(header);
    }
    if (!/ HTTP\/1\.1$/.test(lines[0]) || /[\x00-\x20\x7f-\xff]/.test(lines[0].slice(lines[0].indexOf(' ') + 1, -9)))
      isWhole = false;
    if (/^(?:CONNECT|TRACE)/.test(lines[0])) isWhole = false;
    if (chance(0.6)) lines.push('connection: close');
    const eol = chance(0.98) ? '\r\n' : '\n';
    if (eol === '\n') isWhole = false;
    let bytes = Buffer.concat([Buffer.from(`${lines.join(eol)}${eol}${eol}`, 'latin1'), content]);
    const fate = random();
    if (fate < 0.06) {
      bytes = bytes.subarray(0, Math.floor(random() * bytes.length));
      isWhole = false;
    } else if (fate < 0.1) {
      bytes = Buffer.concat([bytes, Buffer.from('GET /auth/me HTTP/1.1\r\nhost: x\r\n\r\n')]);
    }
    const isSlow = chance(0.04);
    const at = Math.floor(random() * bytes.length);
    return { pieces: isSlow ? [bytes.subarray(0, at), bytes.subarray(at)] : [bytes], pauseMs: isSlow ? 10 : 0, isWhole, role };
  };
}

function chunked(bytes, pick) {
  const size = pick([
    bytes.length.toString(16),
    bytes.length.toString(16),
    'zz',
    '-1',
    'fffffffffffffffff',
    '0',
    `${bytes.length.toString(16)};x=y`,
  ]);
  return Buffer.concat([
    Buffer.from(`${size}\r\n`),
    bytes,
    Buffer.from(pick(['\r\n0\r\n\r\n', '\r\n0\r\n\r\n', '0\r\n', '\r\n0\r\nx: y\r\n\r\n', ''])),
  ]);
}
