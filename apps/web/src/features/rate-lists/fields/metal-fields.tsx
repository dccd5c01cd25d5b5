import { limits, type ListedMetal, type Metal } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import type { FocusEvent } from 'react';
import { say } from '../../../shared/language/page-language.js';
import { rateListTexts as words } from '../../../shared/texts/rate-list-texts.js';
import { numberIn, NumberField } from '../../../shared/ui/number-field.js';
import { changeOf, type MetalDraft, percentText, type RateChange } from './rate-draft.js';

const { perGram, fineness } = { perGram: limits.rateList.perGram, fineness: limits.rateRows.fineness };
/** Grams of the units that people think in. */
const UNIT_GRAMS = { gold: 10, silver: 1_000, platinum: 10 } satisfies Record<Metal, number>;

interface Props {
  readonly metal: Metal;
  readonly rate: MetalDraft;
  /** Whether the list has prices of purities beside it. */
  readonly isBeside: boolean;
  readonly before: ListedMetal | undefined;
  /** When `before` was set, as a text. */
  readonly setAt: string;
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly onChange: (rate: MetalDraft) => void;
  readonly hasFocus?: boolean;
}

/** The base rate of one metal, with the one until now beside it and the change. */
export function MetalFields({ metal, rate, isBeside, before, setAt, errors, onChange, hasFocus = false }: Props) {
  const name = words.metals[metal];
  const price = numberIn(rate.per_gram) ?? 0;
  const unit =
    price > 0
      ? say(words.perUnit, { price: groupRupees(Math.round(price * UNIT_GRAMS[metal])), unit: words.units[metal] })
      : undefined;
  return (
    <fieldset className="fieldset ratelist__metal">
      <legend>{isBeside ? say(words.base, { metal: name }) : name}</legend>
      <NumberField
        label={say(words.perGram, { metal: name })}
        name={`${metal}.per_gram`}
        decimals={perGram.decimals}
        min={0}
        max={perGram.max}
        isGrouped
        data-autofocus={hasFocus || undefined}
        value={rate.per_gram}
        error={errors[`${metal}.per_gram`]}
        description={unit}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        onFocus={selectAll}
        onChange={(per_gram) => onChange({ ...rate, per_gram })}
      />
      <NumberField
        label={say(words.fineness, { metal: name })}
        name={`${metal}.fineness`}
        decimals={fineness.decimals}
        min={0}
        max={fineness.max}
        unit=""
        value={rate.fineness}
        error={errors[`${metal}.fineness`]}
        onChange={(parts) => onChange({ ...rate, fineness: parts })}
      />
      {before && (
        <Before
          text={say(words.before, { price: groupRupees(before.per_gram), time: setAt })}
          change={changeOf(before, rate)}
        />
      )}
    </fieldset>
  );
}

/** Most prices are typed anew each day. */
export function selectAll({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  currentTarget.select();
}

export function Before({ text, change }: { text: string; change: RateChange | null }) {
  return (
    <p className="ratelist__was num">
      <span className="dim">{text}</span>
      {change && <output>{changeText(change)}</output>}
    </p>
  );
}

function changeText({ rupees, percent }: RateChange): string {
  if (rupees === 0) return words.unchanged;
  const text = rupees > 0 ? words.up : words.down;
  return say(text, { rupees: groupRupees(Math.abs(rupees)), percent: percentText(percent) });
}
