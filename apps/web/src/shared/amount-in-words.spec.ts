/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, describe, expect, it } from '@jest/globals';
import { amountInWords } from './amount-in-words.js';
import { changeLanguage } from './language/page-language.js';
import { amountTexts } from './texts/amount-texts.js';

afterEach(() => changeLanguage('en'));

describe('an amount in words', () => {
  it('has lakhs and crores', () => {
    const words: [number, string][] = [
      [0, 'Rupees zero only'],
      [1, 'Rupee one only'],
      [19, 'Rupees nineteen only'],
      [100, 'Rupees one hundred only'],
      [1_001, 'Rupees one thousand one only'],
      [123_456, 'Rupees one lakh twenty-three thousand four hundred fifty-six only'],
      [10_000_000, 'Rupees one crore only'],
      [99_99_99_999, 'Rupees ninety-nine crore ninety-nine lakh ninety-nine thousand nine hundred ninety-nine only'],
      [12_345_00_00_040, 'Rupees twelve thousand three hundred forty-five crore forty only'],
    ];
    for (const [rupees, said] of words) expect(amountInWords(rupees)).toBe(said);
  });

  it('has the words of Hindi, each number below a hundred being a word of its own', async () => {
    await changeLanguage('hi');
    expect(amountInWords(123_456)).toBe('रुपये एक लाख तेईस हज़ार चार सौ छप्पन मात्र');
    expect(amountInWords(1)).toBe('रुपया एक मात्र');
    expect(amountInWords(29_39_49_589)).toBe('रुपये उनतीस करोड़ उनतालीस लाख उनचास हज़ार पाँच सौ नवासी मात्र');
    expect(amountTexts.numbers).toHaveLength(100);
    expect(new Set(amountTexts.numbers).size).toBe(100);
    expect(amountTexts.numbers.filter((word) => !/^[\u0900-\u097f]+$/.test(word))).toEqual([]);
    // The number before a ten is said by the ten.
    const before = [29, 39, 49, 59, 69, 79, 89, 99].map((number) => amountTexts.numbers[number]);
    expect(before).toEqual(['उनतीस', 'उनतालीस', 'उनचास', 'उनसठ', 'उनहत्तर', 'उन्यासी', 'नवासी', 'निन्यानवे']);
  });
});
