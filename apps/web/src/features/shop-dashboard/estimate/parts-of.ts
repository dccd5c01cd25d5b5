import type { Estimate, EstimatedPiece, EstimateInput, OldGold } from '@sarafa/contracts';
import { groupRupees, payRoundOff, wastageGrams } from '@sarafa/domain';
import { say } from '../../../shared/language/page-language.js';
import { metalName } from '../../../shared/row-title.js';
import { estimateTexts as words } from '../../../shared/texts/estimate-texts.js';
import { isWeighed } from './estimate-draft.js';
import type { Terms } from './region.js';

export interface Line {
  readonly label: string;
  /** How it was worked out. */
  readonly how?: string | undefined;
  /** `-₹1,29,429.00` */
  readonly amount: string;
  readonly isSum?: boolean;
}
/** The lines of a piece, or, without a title, of the bill. */
export interface Part {
  readonly title?: string;
  readonly lines: readonly Line[];
}

/** What the rows are called by which pieces and old gold are priced. */
export interface Titles {
  /** Of rows that the shop has given a title. */
  readonly pieces?: readonly (string | undefined)[];
  /** Of all rows that old gold is bought by; empty for what is tested. */
  readonly old?: readonly string[];
}

const isNothing = (amount: string) => Number(amount) === 0;
const gramsText = (grams: string | undefined) => Number(grams ?? 0).toFixed(3);
const percentText = (percent: string | undefined) => String(Number(percent ?? 0));

/** The lines of an estimate in words, each with how it was worked out. What isn't weighed has none. */
export function partsOf(estimate: Estimate, input: EstimateInput, terms: Terms, titles: Titles = {}): Part[] {
  const pieces = estimate.pieces.flatMap((piece, place) => {
    const of = input.pieces[place]!;
    const title = titles.pieces?.[place];
    return isWeighed(of) ? [partOf({ piece, of, hallmark: input.hallmark, terms, title }, place)] : [];
  });
  return [...pieces, { lines: billLines(estimate, input, terms, titles.old) }];
}

function billLines(estimate: Estimate, input: EstimateInput, terms: Terms, oldTitles: Titles['old'] = []): Line[] {
  const { bill_discount, taxable, tax, outside, round_off, total, old, paid } = estimate;
  const roundOff = payRoundOff(estimate);
  const unlessNothing = (amount: string, line: Line) => (isNothing(amount) ? [] : [line]);
  return [
    ...unlessNothing(bill_discount, { label: words.billDiscount, amount: inRupees(`-${bill_discount}`) }),
    { label: words.taxable, amount: inRupees(taxable) },
    ...tax.map((line) => ({ label: taxName(line.name, terms), how: rateOf(line, input.gst), amount: inRupees(line.amount) })),
    ...unlessNothing(outside, { label: words.outside, how: howOfOutside(input), amount: inRupees(outside) }),
    { label: words.roundOff, amount: inRupees(round_off) },
    { label: words.total, amount: inRupees(total), isSum: true },
    ...old.flatMap(({ fine_grams, amount }, place) =>
      unlessNothing(amount, {
        label: oldTitles[place] ? `${words.oldAmount}: ${oldTitles[place]}` : words.oldAmount,
        how: howOfOld(input.old![place]!, fine_grams),
        amount: inRupees(`-${amount}`),
      }),
    ),
    ...unlessNothing(paid, { label: words.paidAmount, amount: inRupees(`-${paid}`) }),
    ...unlessNothing(roundOff, { label: words.roundOff, amount: inRupees(roundOff) }),
  ];
}

/** The taxes have one name in all languages. */
function taxName(name: string, { ofMaking }: Terms): string {
  const [tax = '', isOnMaking] = name.split(' ');
  return isOnMaking ? say(words.onMaking, { tax, ofMaking }) : tax;
}

/** `1.5 %`: a half of the tax each, where it goes to two. Where making is taxed apart, also of what: `2.5 % of ₹13,878.00`. */
function rateOf({ name, of }: Estimate['tax'][number], { basis, as, percent, making_percent }: EstimateInput['gst']): string {
  const both = Number(name.endsWith('on making') ? making_percent : percent);
  const rate = as === 'igst' ? both : both / 2;
  if (basis === 'whole' || of === undefined) return `${rate} %`;
  return say(words.how.percentOf, { percent: rate, whole: grouped(of) });
}

/** `2 × ₹45 + 1 × ₹35, and 18 %` */
function howOfOutside({ pieces, hallmark }: EstimateInput): string {
  const charges = (['gold', 'silver'] as const).flatMap((metal) => {
    const count = pieces.reduce(
      (sum, piece) => sum + (piece.metal === metal && isWeighed(piece) ? Number(piece.hallmark_pieces ?? 0) : 0),
      0,
    );
    return count > 0 ? say(words.how.hallmarks, { count, charge: hallmark[metal] ?? 0 }) : [];
  });
  const charge = charges.join(' + ');
  const isTaxed = hallmark.mode === 'service';
  return isTaxed ? say(words.how.andPercent, { charge, percent: percentText(hallmark.service_percent) }) : charge;
}

interface Piece {
  readonly piece: EstimatedPiece;
  readonly of: EstimateInput['pieces'][number];
  readonly hallmark: EstimateInput['hallmark'];
  readonly terms: Terms;
  readonly title: string | undefined;
}

const SOME = ['wastage', 'making', 'making_discount', 'stones', 'other', 'hallmark'] as const;

function partOf(priced: Piece, place: number): Part {
  const { piece, of, terms, title } = priced;
  const metal = metalName(of.metal, Number(of.fineness));
  const labels = { ...words.lines, wastage: terms.wastage, making: terms.making };
  const shown = SOME.filter((name) => !isNothing(piece[name]));
  return {
    title: `${say(words.piece, { number: place + 1 })}: ${title ? `${title} (${metal})` : metal}`,
    lines: [
      { label: labels.metal, how: howOf('metal', priced), amount: inRupees(piece.metal) },
      ...shown.map((name) => ({
        label: name === 'making_discount' ? say(labels[name], terms) : labels[name],
        how: howOf(name, priced),
        amount: inRupees(name === 'making_discount' ? `-${piece[name]}` : piece[name]),
      })),
      { label: labels.sum, amount: inRupees(piece.sum), isSum: true },
    ],
  };
}

/** `10 g × 91.6 % = 9.160 g × ₹15,000`, or `10 g × ₹1,28,000 / 10 g, less 2 %` of gold that was bought by a row. */
function howOfOld(old: OldGold, fine: string | undefined): string {
  const { how } = words;
  const { grams } = old;
  const less = percentText(fine === undefined ? old.deduction_percent : old.dust_percent);
  if (fine === undefined) {
    const said = { grams, price: grouped(old.price!), unit: old.unit_grams!, less };
    return say(less === '0' ? how.oldByRow : how.oldByRowLess, said);
  }
  const said = { grams, tested: percentText(old.tested_percent), fine, price: grouped(old.price_per_gram!), less };
  return say(less === '0' ? how.oldByTest : how.oldByTestLess, said);
}

/** `18.200 g × ₹1,36,400 / 10 g` */
function howOf(line: keyof EstimatedPiece, { piece, of, hallmark, terms }: Piece): string | undefined {
  const { how } = words;
  const { wastage, making } = of;
  const ofMetal = (percent: string | undefined) =>
    say(how.percentOf, { percent: percentText(percent), whole: grouped(piece.metal) });
  switch (line) {
    case 'metal':
      return say(isNothing(of.stone_grams ?? '0') ? how.metal : how.metalLess, {
        ...{ gross: gramsText(of.gross_grams), stone: gramsText(of.stone_grams) },
        ...{ net: piece.net_grams, price: grouped(of.price), unit: of.unit_grams },
      });
    case 'wastage':
      return wastage?.mode === 'weight'
        ? say(how.percentOfWeight, {
            ...{ percent: percentText(wastage.percent), net: piece.net_grams },
            ...{ grams: wastageGrams(piece.net_grams, wastage.percent), price: grouped(of.price), unit: of.unit_grams },
          })
        : ofMetal(wastage?.percent);
    case 'making':
      if (making.mode === 'sum') return undefined;
      return making.mode === 'percent'
        ? ofMetal(making.value)
        : say(how.perGram, { net: piece.net_grams, value: grouped(making.value) });
    case 'making_discount':
      return say(how.percentOfMaking, {
        percent: percentText(making.discount_percent),
        making: grouped(piece.making),
        ofMaking: terms.ofMaking,
      });
    case 'hallmark':
      if (of.metal === 'platinum') return undefined;
      return say(hallmark.mode === 'in_value' ? how.hallmarks : how.hallmarksTaxed, {
        count: Number(of.hallmark_pieces),
        charge: hallmark[of.metal] ?? 0,
        percent: percentText(hallmark.service_percent),
      });
    default:
      return undefined;
  }
}

/** `-₹1,29,429.00`, with the decimals that the text has. */
export function inRupees(amount: string): string {
  const [sign, rupees] = amount.startsWith('-') ? ['-', amount.slice(1)] : ['', amount];
  return `${sign}₹${grouped(rupees)}`;
}

function grouped(rupees: string): string {
  const [whole, ...decimals] = rupees.split('.');
  return [groupRupees(Number(whole)), ...decimals.map((text) => text.padEnd(2, '0'))].join('.');
}
