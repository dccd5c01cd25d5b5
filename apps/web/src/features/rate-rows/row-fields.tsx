import { SegmentedControl, Switch } from '@mantine/core';
import { limits, offeredUnits, Rounding, RowSide } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { rowTitle, unitName } from '../../shared/row-title.js';
import { inWords, say } from '../../shared/language/page-language.js';
import { rateRowTexts } from '../../shared/texts/rate-row-texts.js';
import { TextField } from '../../shared/ui/text-field.js';
import type { DraftRow } from './draft-rows.js';
import { Amount, Choice, FinenessChoice, MetalChoice, Offered } from '../../shared/ui/offered.js';

const { fields: words, sides } = rateRowTexts;
const { unitGrams, percent, rupeesPerGram, roundTo } = limits.rateRows;
const UNITS = inWords(() => Object.values(offeredUnits).map((grams) => ({ grams, name: unitName(grams) })));

interface Props {
  readonly row: DraftRow;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (changes: Partial<DraftRow>, step?: string) => void;
}

export function RowFields({ row, errors, onChange }: Props) {
  return (
    <>
      <div className="pair pair--short">
        <MetalChoice of={row} onChange={onChange} />
        <div className="field">
          <span className="field__l">{words.side}</span>
          <SegmentedControl
            aria-label={words.side}
            fullWidth
            withItemsBorders={false}
            transitionDuration={0}
            data={RowSide.options.map((side) => ({ value: side, label: sides[side] }))}
            value={row.side}
            onChange={(side) => onChange({ side: RowSide.parse(side) })}
          />
        </div>
      </div>
      <div className="pair">
        <FinenessChoice
          of={row}
          error={errors['fineness']}
          onChange={(value, isTyped) => onChange({ fineness: value }, isTyped ? 'fineness' : undefined)}
        />
        <Offered
          label={words.unit}
          typedLabel={words.typedUnit}
          value={row.unit_grams}
          options={UNITS.map(({ grams, name }) => [grams, name])}
          range={unitGrams}
          unit={words.grams}
          error={errors['unit_grams']}
          onChange={(value, isTyped) => onChange({ unit_grams: value }, isTyped ? 'unit_grams' : undefined)}
        />
      </div>
      <TextField
        label={words.title}
        name="title"
        autoComplete="off"
        placeholder={madeTitle(row)}
        value={row.title}
        error={errors['title']}
        onChange={(text) => onChange({ title: text }, 'title')}
      />
      <div className="pair pair--short">
        <Amount
          label={words.percent}
          range={percent}
          unit={words.percentSign}
          value={row.percent}
          error={errors['percent']}
          onChange={(value) => onChange({ percent: value }, 'percent')}
        />
        <Amount
          label={words.perGram}
          range={rupeesPerGram}
          leftSection="₹"
          value={row.rupees_per_gram}
          error={errors['rupees_per_gram']}
          onChange={(value) => onChange({ rupees_per_gram: value }, 'rupees_per_gram')}
        />
      </div>
      <div className="pair pair--short">
        <Choice
          label={words.roundTo}
          value={String(row.round_to)}
          options={[...new Set([...roundTo, row.round_to])].map(
            (step) => [String(step), say(words.step, { rupees: groupRupees(step) })] as const,
          )}
          error={errors['round_to']}
          onChange={(step) => onChange({ round_to: Number(step) })}
        />
        <Choice
          label={words.rounding}
          value={row.rounding}
          options={Rounding.options.map((rounding) => [rounding, words.roundings[rounding]] as const)}
          onChange={(rounding) => onChange({ rounding })}
        />
      </div>
      <Switch
        label={words.shown}
        labelPosition="left"
        checked={row.shown}
        onChange={(event) => onChange({ shown: event.currentTarget.checked })}
      />
    </>
  );
}

function madeTitle({ metal, fineness: parts, unit_grams }: DraftRow): string {
  return rowTitle({ title: '', metal, fineness: Number(parts), unit_grams: Number(unit_grams) });
}
