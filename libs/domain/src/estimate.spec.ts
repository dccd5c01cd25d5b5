import { describe, expect, it } from '@jest/globals';
import type { Estimate, EstimateInput, EstimatePiece } from '@sarafa/contracts';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { estimate, payRoundOff, pricePerGram, wastageGrams } from './estimate.js';
import { estimateByIntegers } from './testing/estimate-by-integers.js';

const ring: EstimatePiece = {
  ...{ metal: 'gold', fineness: '916', price: '136400', unit_grams: '10' },
  ...{ gross_grams: '18.950', stone_grams: '0.750', making: { mode: 'percent', value: '12' } },
};
const GST: EstimateInput['gst'] = { basis: 'whole', as: 'cgst_sgst', percent: '3' };
const HALLMARK: EstimateInput['hallmark'] = { mode: 'in_value', gold: '45', silver: '35', service_percent: '18' };
const of = (over: Partial<EstimateInput> = {}, piece: Partial<EstimatePiece> = {}) =>
  estimate({ pieces: [{ ...ring, ...piece }], gst: GST, hallmark: HALLMARK, ...over });
const refusal = (input: unknown): string => {
  try {
    estimate(input as EstimateInput);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};

describe('an estimate', () => {
  it('has each line to the paisa, and the difference to the rupee as a line', () => {
    // 18.200 g x 13,640.00 = 248,248.00; 12 % of it = 29,789.76; 45.00 for the hallmark.
    expect(of({}, { hallmark_pieces: 1 })).toEqual({
      pieces: [
        {
          ...{ net_grams: '18.200', metal: '248248.00', wastage: '0.00', making: '29789.76', making_discount: '0.00' },
          ...{ stones: '0.00', other: '0.00', hallmark: '45.00', sum: '278082.76' },
        },
      ],
      ...{ bill_discount: '0.00', taxable: '278082.76' },
      tax: [
        { name: 'CGST', of: '278082.76', amount: '4171.24' },
        { name: 'SGST', of: '278082.76', amount: '4171.24' },
      ],
      ...{ outside: '0.00', round_off: '-0.24', total: '286425', old: [], paid: '0.00', to_pay: '286425' },
    });
  });

  it('takes wastage as a percentage of the metal, or as a weight in milligrams', () => {
    const lines = (wastage: EstimatePiece['wastage'], making = ring.making) => {
      const [piece] = of({}, { gross_grams: '7.333', stone_grams: '0', ...(wastage && { wastage }), making }).pieces;
      return [piece!.metal, piece!.wastage, piece!.making];
    };
    // 7.333 g x 13,640 = 100,022.12.
    expect(lines({ mode: 'percent', percent: '8.5' })).toEqual(['100022.12', '8501.88', '12002.65']);
    // 0.623305 g is 0.623 g, x 13,640.
    expect(wastageGrams('7.333', '8.5')).toBe('0.623');
    expect(lines({ mode: 'weight', percent: '8.5' })).toEqual(['100022.12', '8497.72', '12002.65']);
    expect(lines({ mode: 'weight', percent: '8.5' }, { mode: 'per_gram', value: '450' })[2]).toBe('3299.85');
    expect(lines(undefined, { mode: 'sum', value: '2500.5' })).toEqual(['100022.12', '0.00', '2500.50']);
  });

  it('takes a discount off the making, and one off the bill before tax', () => {
    const { pieces, ...rest } = of(
      { bill_discount: '1000' },
      { making: { mode: 'percent', value: '12', discount_percent: '25' } },
    );
    expect([pieces[0]!.making, pieces[0]!.making_discount, pieces[0]!.sum]).toEqual(['29789.76', '7447.44', '270590.32']);
    expect([rest.bill_discount, rest.taxable]).toEqual(['1000.00', '269590.32']);
  });

  it('charges hallmarks in each of the ways in which the trade does', () => {
    const charged = (mode: EstimateInput['hallmark']['mode'], metal: EstimatePiece['metal'] = 'gold') => {
      const { pieces, outside } = of(
        { hallmark: { ...HALLMARK, mode } as EstimateInput['hallmark'] },
        { metal, hallmark_pieces: 3 },
      );
      return [pieces[0]!.hallmark, outside];
    };
    expect(charged('in_value')).toEqual(['135.00', '0.00']);
    expect(charged('service_in_value')).toEqual(['159.30', '0.00']);
    expect(charged('service')).toEqual(['0.00', '159.30']);
    expect(charged('flat')).toEqual(['0.00', '135.00']);
    expect(charged('none')).toEqual(['0.00', '0.00']);
    expect(charged('service', 'silver')).toEqual(['0.00', '123.90']);
    expect(charged('in_value', 'platinum')).toEqual(['0.00', '0.00']);
  });

  it('taxes making apart where the tax is split, and takes the discount off the rest first', () => {
    const gst = { basis: 'split', as: 'cgst_sgst', percent: '3', making_percent: '5' } as const;
    // 248,248.00 and 29,789.76.
    expect(of({ gst }).tax).toEqual([
      { name: 'CGST', of: '248248.00', amount: '3723.72' },
      { name: 'SGST', of: '248248.00', amount: '3723.72' },
      { name: 'CGST on making', of: '29789.76', amount: '744.74' },
      { name: 'SGST on making', of: '29789.76', amount: '744.74' },
    ]);
    expect(of({ gst: { ...gst, as: 'igst' }, bill_discount: '250000' }).tax).toEqual([
      { name: 'IGST', of: '0.00', amount: '0.00' },
      { name: 'IGST on making', of: '28037.76', amount: '1401.89' },
    ]);
  });

  it('takes old gold off, by test or by its karat, and what was paid; a shop may have to pay back', () => {
    const old = [
      { grams: '10.005', tested_percent: '91.2', dust_percent: '1.5', price_per_gram: '14400.25' },
      { grams: '5', price: '128000', unit_grams: '10', deduction_percent: '2' },
    ];
    const made = of({ old, paid: '100000.50' });
    const { total, ...rest } = made;
    // 10.005 g x 0.912 x 0.985 = 8.9876916 g.
    expect(rest.old).toEqual([{ fine_grams: '8.988', amount: '129429' }, { amount: '62720' }]);
    expect([total, rest.paid, rest.to_pay]).toEqual(['286379', '100000.50', '-5771']);
    expect(payRoundOff(made)).toBe('-0.50');
    expect(['286378.60', '286379.40', '5'].map((paid) => [of({ paid }).to_pay, payRoundOff(of({ paid }))])).toEqual([
      ...[
        ['0', '-0.40'],
        ['0', '0.40'],
        ['286374', '0.00'],
      ],
    ]);
  });

  it('has the price of a gram, with at most four decimals', () => {
    expect([pricePerGram(140_643, 10), pricePerGram(150_000, 11.6638), pricePerGram(95_000, 1_000)]).toEqual([
      ...['14064.3', '12860.3028', '95'],
    ]);
  });

  it('refuses what is no estimate, and names the field', () => {
    const input = { pieces: [ring], gst: GST, hallmark: HALLMARK };
    const piece = (over: object) => ({ ...input, pieces: [{ ...ring, ...over }] });
    const old = (over: object) => ({ ...input, old: [{ grams: '5', ...over }] });
    const wrong: [string, unknown][] = [
      ...['-1', '+1', '1e3', '1,000', ' 1', '1.2.3', '', '.', '1.001', '१', 1, null, '9'.repeat(13)].map(
        (price): [string, unknown] => ['pieces.0.price', piece({ price })],
      ),
      ['pieces.0.gross_grams', piece({ gross_grams: '1.0001' })],
      ['pieces.0.stone_grams', piece({ stone_grams: '18.951' })],
      ['pieces.0.unit_grams', piece({ unit_grams: '0.0000' })],
      ['pieces.0.unit_grams', piece({ unit_grams: '1.00001' })],
      ['pieces.0.fineness', piece({ fineness: '91.65' })],
      ['pieces.0.metal', piece({ metal: 'tin' })],
      ['pieces.0.making', piece({ making: undefined })],
      ['pieces.0.making.mode', piece({ making: { mode: 'free', value: '1' } })],
      ['pieces.0.making.value', piece({ making: { mode: 'sum', value: '1.234' } })],
      ['pieces.0.making.value', piece({ making: { mode: 'percent', value: '1.23456' } })],
      ['pieces.0.making.discount_percent', piece({ making: { mode: 'sum', value: '1', discount_percent: '100.0001' } })],
      ['pieces.0.wastage.percent', piece({ wastage: { mode: 'percent', percent: '-1' } })],
      ...[0.5, '0.5', -1, 'x'].map((hallmark_pieces): [string, unknown] => [
        'pieces.0.hallmark_pieces',
        piece({ hallmark_pieces }),
      ]),
      ['pieces', { ...input, pieces: Array(101).fill(ring) }],
      ['old', { ...input, old: Array(101).fill({ grams: '1', tested_percent: '1', price_per_gram: '1' }) }],
      ['bill_discount', { ...input, bill_discount: '278037.77' }],
      ['gst', { ...input, gst: undefined }],
      ['gst.making_percent', { ...input, gst: { ...GST, basis: 'split' } }],
      ['hallmark', { ...input, hallmark: undefined }],
      ['hallmark.gold', { ...input, hallmark: { mode: 'flat', silver: '35' } }],
      ['hallmark.service_percent', { ...input, hallmark: { mode: 'service', gold: '45', silver: '35' } }],
      ['old.0.tested_percent', old({ price_per_gram: '1' })],
      ['old.0.tested_percent', old({ tested_percent: '100.1', price_per_gram: '1' })],
      ['old.0.dust_percent', old({ tested_percent: '90', dust_percent: '101', price_per_gram: '1' })],
      ['old.0.deduction_percent', old({ price: '1', unit_grams: '1', deduction_percent: '100.5' })],
      ['old.0.unit_grams', old({ price: '1', unit_grams: '0', deduction_percent: '1' })],
      ['old.0', old({ tested_percent: '90', price_per_gram: '1', price: '1', unit_grams: '1', deduction_percent: '1' })],
      ['paid', { ...input, paid: '1.005' }],
    ];
    for (const [field, sent] of wrong) expect(refusal(sent)).toMatch(new RegExp(`^${field}: `));
    expect(refusal({ ...input, bill_discount: '278037.76' })).toBe('accepted');
    expect(refusal(piece({ gross_grams: '.5', stone_grams: '0.', hallmark_pieces: '2' }))).toBe('accepted');
  });
});

const digits = (whole: number, places: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: 10 ** whole - 1 }), fc.integer({ min: 0, max: 10 ** places - 1 }), fc.boolean())
    .map(([above, below, isWhole]) => (isWhole ? String(above) : `${above}.${String(below).padStart(places, '0')}`));
const share = fc.oneof(fc.constant('100'), digits(2, 4));
const unitGrams = fc.constantFrom('1', '8', '10', '11.6638', '100', '1000');
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
const making = fc
  .tuple(fc.constantFrom('percent' as const, 'per_gram' as const, 'sum' as const), digits(4, 2), maybe(share))
  .map(([mode, value, discount_percent]) => ({ mode, value, ...(discount_percent && { discount_percent }) }));
const piece = fc
  .record({
    ...{ metal: fc.constantFrom('gold' as const, 'silver' as const, 'platinum' as const), fineness: digits(3, 1) },
    ...{ price: digits(6, 2), unit_grams: unitGrams, grams: fc.tuple(digits(3, 3), digits(3, 3)), making },
    wastage: maybe(fc.record({ mode: fc.constantFrom('percent' as const, 'weight' as const), percent: digits(2, 4) })),
    ...{ stones: maybe(digits(5, 2)), other: maybe(digits(4, 2)), hallmark_pieces: maybe(fc.integer({ min: 0, max: 9 })) },
  })
  .map(({ grams, ...rest }) => {
    const [stone_grams, gross_grams] = grams.sort((a, b) => Number(a) - Number(b));
    return { ...rest, gross_grams, stone_grams } as EstimatePiece;
  });
const old = fc.oneof(
  fc.record({ grams: digits(3, 3), tested_percent: share, dust_percent: maybe(share), price_per_gram: digits(5, 4) }),
  fc.record({ grams: digits(3, 3), price: digits(6, 2), unit_grams: unitGrams, deduction_percent: share }),
);
const inputs = fc.record({
  pieces: fc.array(piece, { maxLength: 3 }),
  gst: fc.record({
    ...{
      basis: fc.constantFrom('whole' as const, 'split' as const),
      as: fc.constantFrom('cgst_sgst' as const, 'igst' as const),
    },
    ...{ percent: digits(2, 4), making_percent: digits(2, 4) },
  }),
  hallmark: fc.record({
    mode: fc.constantFrom('in_value', 'service_in_value', 'service', 'flat', 'none'),
    ...{ gold: digits(3, 2), silver: digits(2, 2), service_percent: digits(2, 4) },
  }),
  old: fc.array(old, { maxLength: 2 }),
  paid: maybe(digits(6, 2)),
  /** Of what the pieces come to. */
  discountPercent: fc.integer({ min: 0, max: 100 }),
});

/** The input with a discount of that part of its pieces. */
function discounted({ discountPercent, ...input }: { discountPercent: number } & object): EstimateInput {
  const before = input as EstimateInput;
  const sum = paise(estimate(before).taxable);
  return { ...before, bill_discount: inRupees((sum * BigInt(discountPercent)) / 100n) };
}

const paise = (text: string): bigint => BigInt(text.replace('.', '')) * (text.includes('.') ? 1n : 100n);
const inRupees = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`;
const total = (texts: string[]) => texts.map(paise).reduce((sum, one) => sum + one, 0n);

function linesOf({ pieces, old: bought, tax, ...rest }: Estimate): string[] {
  const { total: _, to_pay: __, ...amounts } = rest;
  return [
    ...pieces.flatMap(({ net_grams: ___, ...lines }) => Object.values(lines)),
    ...tax.map(({ amount }) => amount),
    ...Object.values(amounts),
  ] as string[];
}

/** What is wrong with an estimate. Thousands of estimates would take long with an `expect` for each line. */
function faultsOf(input: EstimateInput): unknown[] {
  const made = estimate(input);
  const taxed = [made.taxable, ...made.tax.map(({ amount }) => amount), made.outside, made.round_off];
  const whole = [made.total, made.to_pay, ...made.old.map(({ amount }) => amount)];
  const weights = [...made.pieces.map(({ net_grams }) => net_grams), ...made.old.map(({ fine_grams = '0.000' }) => fine_grams)];
  const uneven = made.pieces.filter(({ sum, making_discount, net_grams: _, ...lines }) => {
    return paise(sum) !== total(Object.values(lines)) - paise(making_discount);
  });
  const sums = [
    ...[paise(made.taxable) === total(made.pieces.map(({ sum }) => sum)) - paise(made.bill_discount)],
    ...[paise(made.total) === total(taxed), isDeepStrictEqual(made, estimateByIntegers(input))],
  ];
  return [
    ...uneven,
    ...sums.filter((isEven) => !isEven),
    ...linesOf(made).filter((line) => !/^(?!-0\.00)-?\d+\.\d\d$/.test(line)),
    ...whole.filter((line) => !/^(0|-?[1-9]\d*)$/.test(line)),
    ...weights.filter((grams) => !/^\d+\.\d{3}$/.test(grams)),
  ];
}

describe('any estimate', () => {
  it('is the same by whole paise, in lines that add up', () => {
    fc.assert(
      fc.property(inputs.map(discounted), (input) => expect(faultsOf(input)).toEqual([])),
      { numRuns: 4_000, seed: 43 },
    );
  });
});
