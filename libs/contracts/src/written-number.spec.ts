import { describe, expect, it } from '@jest/globals';
import { readNumber, writtenNumber } from './written-number.js';

describe('a number as people write it', () => {
  it('of another unit than rupees has that unit alone', () => {
    expect(['2.5%', '2.5 %', '2.5', '२.५'].map((text) => readNumber(text, '%'))).toEqual([2.5, 2.5, 2.5, 2.5]);
    expect(['Rs 2.5', '₹2.5', '5/-', '5 g'].map((text) => readNumber(text, '%'))).toEqual(Array(4).fill(undefined));
    expect(['₹ 916', '916/-', '916 %'].map((text) => readNumber(text, ''))).toEqual(Array(3).fill(undefined));
  });

  it.each([
    ['0', 0],
    ['5.', 5],
    ['.5', 0.5],
    ['007', 7],
    ['123456', 123_456],
    ['1,23,456', 123_456],
    ['123,456', 123_456],
    ['1,234,567.25', 1_234_567.25],
    ['12,34,56,789.99', 123_456_789.99],
    ['1 23 456', 123_456],
    ['1\u00a023\u00a0456', 123_456],
    ['1\u202f23\u202f456', 123_456],
    ["1'234'567", 1_234_567],
    ['  1,23,456 \n', 123_456],
    ['\u200b1,23,\u200b456\u200e', 123_456],
    ['\u202a₹1,23,456\u202c', 123_456],
    ['₹ 1,23,456.50', 123_456.5],
    ['₹1,23,456/-', 123_456],
    ['1,23,456 /-', 123_456],
    ['1,23,456/=', 123_456],
    ['Rs. 1,23,456/-', 123_456],
    ['Rs.1,23,456.00/-', 123_456],
    ['RS 500', 500],
    ['INR 1,23,456', 123_456],
    ['1,23,456 INR', 123_456],
    ['रु. १,२३,४५६/-', 123_456],
    ['रुपये ५००', 500],
    ['१२३४५६', 123_456],
    ['१,२३,४५६.५०', 123_456.5],
    ['১২৩', 123],
    ['૧૨૩', 123],
    ['௧௨௩', 123],
    ['౧౨౩', 123],
    ['೧೨೩', 123],
    ['൧൨൩', 123],
    ['੧੨੩', 123],
    ['１，２３，４５６．５', 123_456.5],
    ['-5', -5],
    ['−5', -5],
    ['- ₹5', -5],
    ['₹ -5', -5],
    ['+2.5', 2.5],
    ['Rs500', 500],
    ['INR500', 500],
    ['rs.500', 500],
    ['500rs', 500],
    ['₹.50', 0.5],
    ['1,00,000', 100_000],
    ['10,00,000', 1_000_000],
    ['99,99,99,999.99', 999_999_999.99],
    ['1 234 567', 1_234_567],
    ["1'234", 1_234],
  ])('is read: %j', (text, value) => {
    expect(readNumber(text)).toBe(value);
  });

  it.each([
    '',
    ' ',
    '₹',
    '.',
    '-',
    'abc',
    '12a',
    '1e5',
    '0x10',
    'Infinity',
    '1,50',
    '1,2',
    '12,3456',
    '1,23 456',
    '1.23.456',
    '1.23.456,50',
    '1..5',
    '--5',
    '-₹-5',
    '5-',
    '10²',
    '½',
    '1,23,456 or more',
    '2 lakh',
    '5%',
    '1 2',
    '100 200',
    '7 250.50',
    '- 100 200',
    '0,500',
    '0,123',
    '00,500',
    '1,234,56,789',
    '123,45,678',
    '123,45,67,890',
    'Rs .50',
    'Rs..5',
    'rupeesx 5',
    // The character behind the nine.
    '5॰',
    // Longer than any number that a person writes.
    '1'.repeat(101),
  ])('is not guessed at: %j', (text) => {
    expect(readNumber(text)).toBeUndefined();
  });

  it('may have its unit behind it, and no other', () => {
    expect(['2.5%', '2.5 %', '2.5'].map((text) => readNumber(text, '%'))).toEqual([2.5, 2.5, 2.5]);
    expect([readNumber('8 G', 'g'), readNumber('8 kg', 'g'), readNumber('%', '%')]).toEqual([8, undefined, undefined]);
  });

  it('keeps its decimals as text, so that they can be counted', () => {
    expect(['1,23,456.50', '0.10', '00.5', '-.25', '5.'].map((text) => writtenNumber(text))).toEqual([
      '123456.50',
      '0.10',
      '0.5',
      '-0.25',
      '5',
    ]);
  });
});
