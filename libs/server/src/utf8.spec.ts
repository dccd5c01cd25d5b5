import { describe, expect, it } from '@jest/globals';
import { requireUtf8Escapes, requireUtf8Json, textOf } from './utf8.js';

const refused = expect.objectContaining({ code: 'INVALID_INPUT' }) as unknown;
const thrownBy = (work: () => unknown): unknown => {
  try {
    return void work();
  } catch (error) {
    return error;
  }
};

describe('text that comes in', () => {
  it.each([
    ['plain', 'gold', undefined],
    ['Hindi', 'श्री', undefined],
    ['a replacement character that somebody has typed', '\ufffd', undefined],
    ['a byte alone', Buffer.from([0x61, 0xff]), refused],
    ['one letter in too many bytes', Buffer.from([0xc0, 0xaf]), refused],
    ['half a pair', Buffer.from([0xed, 0xa0, 0x80]), refused],
    ['an end too early', Buffer.from([0xe0, 0xa4]), refused],
  ])('bytes: %s', (_, bytes, thrown) => {
    expect(thrownBy(() => textOf(Buffer.from(bytes)))).toEqual(thrown);
  });

  it.each([
    ['/prices/detailed?step=60', undefined],
    ['/a/%E0%A4%B6?b=%EF%BF%BD&c=%2F', undefined],
    // A percent sign that begins no escape stands for no byte.
    ['/a?b=%zz&c=100%', undefined],
    ['/a/%ff', refused],
    ['/a?b=%E0%A4', refused],
    ['/a?%c0%af=b', refused],
    ['/a?b=\xff', refused],
    ['/a?b=\xe0\xa4\xb6', undefined],
    ['/a?b=\xe0%A4%b6', undefined],
  ])('an address: %p', (address, thrown) => {
    expect(thrownBy(() => requireUtf8Escapes(address))).toEqual(thrown);
  });

  it.each([
    ['{"a":["\\ud83d\\ude00",{"b":"\\ufffd"}],"c":null,"d":1}', undefined],
    ['"\\ud800"', refused],
    ['{"a":[{"b":"x\\udc00"}]}', refused],
    ['{"\\ud800":1}', refused],
  ])('JSON: %s', (json, thrown) => {
    expect(thrownBy(() => requireUtf8Json(JSON.parse(json)))).toEqual(thrown);
  });
});
