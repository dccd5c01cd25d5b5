import type { Estimate, EstimatedPiece, EstimateInput } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { Fragment } from 'react';
import { metalName } from '../../../shared/row-title.js';
import { say } from '../../../shared/page-language.js';
import { estimateTexts as words } from '../../../shared/texts/estimate-texts.js';
import { isWeighed } from './estimate-draft.js';

interface Props {
  readonly estimate: Estimate;
  /** What it was worked out from. */
  readonly input: EstimateInput;
}

const isNothing = (amount: string) => Number(amount) === 0;
const percentText = (percent: string | undefined) => String(Number(percent ?? 0));

/** The lines of an estimate, each with how it was worked out, and what is to be paid. */
export function EstimateLines({ estimate, input }: Props) {
  const { pieces, bill_discount, taxable, tax, outside, round_off, total, old, paid } = estimate;
  return (
    <>
      {pieces.map(
        (piece, place) =>
          isWeighed(input.pieces[place]!) && (
            <PieceLines key={place} {...{ piece, place }} of={input.pieces[place]!} hallmark={input.hallmark} />
          ),
      )}
      <dl className="estimate__lines">
        <Line label={words.billDiscount} amount={`-${bill_discount}`} isHidden={isNothing(bill_discount)} />
        <Line label={words.taxable} amount={taxable} />
        {tax.map(({ name, amount }) => (
          <Line key={name} label={taxName(name)} how={rateOf(name, input.gst)} amount={amount} />
        ))}
        <Line label={words.outside} amount={outside} isHidden={isNothing(outside)} />
        <Line label={words.roundOff} amount={round_off} />
        <Line label={words.total} amount={total} isSum />
        {old.map(({ fine_grams, amount }, place) => (
          <Line
            key={place}
            label={words.oldAmount}
            how={fine_grams && say(words.how.fine, { fine: fine_grams })}
            amount={`-${amount}`}
          />
        ))}
        <Line label={words.paidAmount} amount={`-${paid}`} isHidden={isNothing(paid)} />
      </dl>
    </>
  );
}

/** The taxes have one name in all languages. */
function taxName(name: string): string {
  const [tax = '', isOnMaking] = name.split(' ');
  return isOnMaking ? say(words.onMaking, { tax }) : tax;
}

/** `1.5 %`: a half of the tax each, where it goes to two. */
function rateOf(name: string, { as, percent, making_percent }: EstimateInput['gst']): string {
  const whole = Number(name.endsWith('on making') ? making_percent : percent);
  return `${as === 'igst' ? whole : whole / 2} %`;
}

interface PieceProps {
  readonly piece: EstimatedPiece;
  readonly of: EstimateInput['pieces'][number];
  readonly hallmark: EstimateInput['hallmark'];
}

function PieceLines({ piece, place, of, hallmark }: PieceProps & { readonly place: number }) {
  const title = `${say(words.piece, { number: place + 1 })}: ${metalName(of.metal, Number(of.fineness))}`;
  const shown = (['wastage', 'making', 'making_discount', 'stones', 'other', 'hallmark'] as const).filter(
    (name) => !isNothing(piece[name]),
  );
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl className="estimate__lines">
        <Line label={words.lines.metal} how={howOf('metal', { piece, of, hallmark })} amount={piece.metal} />
        {shown.map((name) => (
          <Line
            key={name}
            label={words.lines[name]}
            how={howOf(name, { piece, of, hallmark })}
            amount={name === 'making_discount' ? `-${piece[name]}` : piece[name]}
          />
        ))}
        <Line label={words.lines.sum} amount={piece.sum} isSum />
      </dl>
    </section>
  );
}

/** `18.200 g × ₹1,36,400 / 10 g` */
function howOf(line: keyof EstimatedPiece, { piece, of, hallmark }: PieceProps): string | undefined {
  const { how } = words;
  const { wastage, making } = of;
  const ofMetal = (percent: string | undefined) =>
    say(how.percentOfMetal, { percent: percentText(percent), metal: grouped(piece.metal) });
  switch (line) {
    case 'metal':
      return say(how.metal, { net: piece.net_grams, price: grouped(of.price), unit: of.unit_grams });
    case 'wastage':
      return wastage?.mode === 'weight'
        ? say(how.percentOfWeight, { percent: percentText(wastage.percent), net: piece.net_grams })
        : ofMetal(wastage?.percent);
    case 'making':
      if (making.mode === 'sum') return undefined;
      return making.mode === 'percent'
        ? ofMetal(making.value)
        : say(how.perGram, { net: piece.net_grams, value: grouped(making.value) });
    case 'making_discount':
      return say(how.percentOfMaking, { percent: percentText(making.discount_percent), making: grouped(piece.making) });
    case 'hallmark':
      if (hallmark.mode !== 'in_value' || of.metal === 'platinum') return undefined;
      return say(how.hallmarks, { count: Number(of.hallmark_pieces), charge: hallmark[of.metal] ?? 0 });
    default:
      return undefined;
  }
}

interface LineProps {
  readonly label: string;
  readonly how?: string | undefined;
  /** Rupees as text. */
  readonly amount: string;
  readonly isSum?: boolean;
  readonly isHidden?: boolean;
}

function Line({ label, how, amount, isSum = false, isHidden = false }: LineProps) {
  if (isHidden) return null;
  return (
    <div className={isSum ? 'estimate__sum' : undefined}>
      <dt>
        {label}
        {how && (
          <Fragment>
            {' '}
            <small>{how}</small>
          </Fragment>
        )}
      </dt>
      <dd className="num">{inRupees(amount)}</dd>
    </div>
  );
}

/** `-₹1,29,429.00`, with the decimals that the text has. */
export function inRupees(amount: string): string {
  const [sign, rupees] = amount.startsWith('-') ? ['-', amount.slice(1)] : ['', amount];
  return `${sign}₹${grouped(rupees)}`;
}

function grouped(rupees: string): string {
  const [whole, ...decimals] = rupees.split('.');
  return [groupRupees(Number(whole)), ...decimals].join('.');
}
