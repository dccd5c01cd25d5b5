import { groupRupees, type SumStep } from '@sarafa/domain';
import { say } from '../../shared/language/page-language.js';
import { rateRowTexts } from '../../shared/texts/rate-row-texts.js';
import type { DraftRow } from './draft-rows.js';

const { sum: words, metals } = rateRowTexts;
const { steps: stepWords } = words;

interface Props {
  readonly row: DraftRow;
  readonly price: number;
  readonly steps: readonly SumStep[] | null;
}

/** How the price of a row comes about, with its numbers in words. */
export function RowSum({ row, price, steps }: Props) {
  if (!steps) return null;
  const shown = `₹${groupRupees(price)}`;
  const isBelowZero = steps[steps.length - 1]?.rupees.startsWith('-');
  const last = isBelowZero ? stepWords.floor : say(words.rounded[row.rounding], { step: groupRupees(row.round_to) });
  return (
    <details className="rrow__sum">
      <summary>{say(words.title, { price: shown })}</summary>
      <p className="num">{formulaOf(steps)}</p>
      <dl>
        {steps.map((step) => (
          <div key={step.kind}>
            <dt>{wordsOf(step, row)}</dt>
            <dd className="num">₹{paise(step.rupees)}</dd>
          </div>
        ))}
        <div className="rrow__end">
          <dt>{last}</dt>
          <dd className="num">{shown}</dd>
        </div>
      </dl>
      <p className="hint">{words.exact}</p>
    </details>
  );
}

/** `landed ₹14,085.70 a gram × 0.916 × 8 g` in one line. */
function formulaOf(steps: readonly SumStep[]): string {
  return steps.reduce((text, step) => {
    switch (step.kind) {
      case 'landed':
      case 'listed':
        return say(words[step.kind], { rupees: paise(step.rupees) });
      case 'perGram':
        return `${text} ${addedWords(step.added)}`;
      case 'unit': {
        const isSum = steps.some(({ kind }) => kind === 'perGram');
        return `${isSum ? `(${text})` : text} ${say(stepWords.unit, { grams: step.grams })}`;
      }
      default:
        return `${text} × ${step.times}`;
    }
  }, '');
}

function wordsOf(step: SumStep, row: DraftRow): string {
  switch (step.kind) {
    case 'landed':
    case 'listed':
      return stepWords[step.kind];
    case 'fineness':
      return say(stepWords.fineness, { times: step.times });
    case 'margins':
      return say(stepWords.margins, { times: step.times, parts: marginsOf(step, row) });
    case 'percent':
      return say(stepWords.percent, { times: step.times, percent: String(step.percent) });
    case 'perGram':
      return addedWords(step.added);
    case 'unit':
      return say(stepWords.unit, { grams: step.grams });
    default:
      return say(stepWords[step.kind], { times: step.times, percent: step.percent });
  }
}

/** `2% gold margin, 1% sell margin`; what is 0 is left out. */
function marginsOf({ metal, sell, own }: Extract<SumStep, { kind: 'margins' }>, row: DraftRow): string {
  const parts = [
    metal && say(words.metalMargin, { metal: metals[row.metal].toLowerCase(), percent: String(metal) }),
    sell && say(words.sellMargin, { percent: String(sell) }),
    own && say(words.ownPercent, { percent: String(own) }),
  ];
  return parts.filter(Boolean).join(', ');
}

function addedWords(rupees: number): string {
  const amount = groupRupees(Math.abs(rupees));
  return rupees < 0 ? say(stepWords.minus, { rupees: amount }) : say(stepWords.plus, { rupees: amount });
}

/** `14700.00` -> `14,700.00` */
function paise(text: string): string {
  const [whole = '', part = ''] = text.replace('-', '').split('.');
  return `${text.startsWith('-') ? '−' : ''}${groupRupees(Number(whole))}.${part}`;
}
