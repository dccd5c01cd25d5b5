import { NativeSelect, SegmentedControl, Switch } from '@mantine/core';
import { limits, Metal, offeredFinenesses, offeredUnits, Rounding, RowSide } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { type ReactNode, useState } from 'react';
import { metalName, rowTitle, unitName } from '../row-title.js';
import { inWords, say } from '../page-language.js';
import { rateRowTexts } from '../texts/rate-row-texts.js';
import { Icon } from '../ui/icon.js';
import { NumberField, type TypedNumber } from '../ui/number-field.js';
import { TextField } from '../ui/text-field.js';
import type { DraftRow } from './draft-rows.js';

const { fields: words, sides, metals } = rateRowTexts;
const { title, fineness, unitGrams, percent, rupeesPerGram, roundTo } = limits.rateRows;
const UNITS = inWords(() => Object.values(offeredUnits).map((grams) => ({ grams, name: unitName(grams) })));
const OTHER = 'other';

interface Props {
  readonly row: DraftRow;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (changes: Partial<DraftRow>, step?: string) => void;
}

export function RowFields({ row, errors, onChange }: Props) {
  const finenesses = offeredFinenesses[row.metal];
  return (
    <>
      <div className="pair pair--short">
        <Choice
          label={words.metal}
          value={row.metal}
          options={Metal.options.map((metal) => [metal, metals[metal]])}
          onChange={(metal) => onChange(ofMetal(row, Metal.parse(metal)))}
        />
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
        <Offered
          key={row.metal}
          label={words.fineness}
          typedLabel={words.typedFineness}
          value={row.fineness}
          options={finenesses.map((one) => [one.fineness, finenessName(row.metal, one.fineness)])}
          range={fineness}
          unit={words.parts}
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
        maxLength={title.max}
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
          options={[...new Set([...roundTo, row.round_to])].map((step) => [
            String(step),
            say(words.step, { rupees: groupRupees(step) }),
          ])}
          error={errors['round_to']}
          onChange={(step) => onChange({ round_to: Number(step) })}
        />
        <Choice
          label={words.rounding}
          value={row.rounding}
          options={Rounding.options.map((rounding) => [rounding, words.roundings[rounding]])}
          onChange={(rounding) => onChange({ rounding: Rounding.parse(rounding) })}
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

/** Another metal has other finenesses, and what was chosen may be none of these. */
function ofMetal({ fineness: now }: DraftRow, metal: Metal): Partial<DraftRow> {
  const offered = offeredFinenesses[metal].map((one) => one.fineness);
  return { metal, fineness: offered.includes(Number(now)) ? now : offered[0]! };
}

function finenessName(metal: Metal, parts: number): string {
  const name = metalName(metal, parts);
  return name.endsWith(String(parts)) ? name : `${name} (${parts})`;
}

function madeTitle({ metal, fineness: parts, unit_grams }: DraftRow): string {
  return rowTitle({ title: '', metal, fineness: Number(parts), unit_grams: Number(unit_grams) });
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
}

function Choice({ label, value, options, error, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      rightSection={<Icon name="down" />}
      data={options.map(([one, text]) => ({ value: one, label: text }))}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
}
interface AmountProps {
  readonly label: string;
  readonly range: Range;
  readonly value: TypedNumber;
  readonly error: string | undefined;
  readonly leftSection?: ReactNode;
  readonly unit?: string;
  readonly onChange: (value: TypedNumber) => void;
}

/** What is typed out of bounds stays, with the reason below. */
function Amount({ range: { min, max, decimals }, unit, ...others }: AmountProps) {
  return (
    <NumberField
      {...others}
      {...{ min, max, decimals, unit }}
      rightSection={unit}
      isGrouped={!unit}
      leftSectionPointerEvents="none"
      rightSectionPointerEvents="none"
    />
  );
}

interface OfferedProps {
  readonly label: string;
  readonly typedLabel: string;
  readonly value: TypedNumber;
  readonly options: readonly (readonly [value: number, label: string])[];
  readonly range: Range;
  readonly unit: string;
  readonly error: string | undefined;
  readonly onChange: (value: TypedNumber, isTyped: boolean) => void;
}

/** A number that is chosen from a list, or typed. */
function Offered({ label, typedLabel, value, options, range, unit, error, onChange }: OfferedProps) {
  const isOffered = options.some(([one]) => one === Number(value));
  const [wantsOther, setWantsOther] = useState(!isOffered);
  const isTyped = wantsOther || !isOffered;
  return (
    <div className="rrow__offered">
      <Choice
        label={label}
        value={isTyped ? OTHER : String(Number(value))}
        options={[...options.map(([one, text]) => [String(one), text] as const), [OTHER, words.other]]}
        onChange={(chosen) => {
          setWantsOther(chosen === OTHER);
          if (chosen !== OTHER) onChange(Number(chosen), false);
        }}
      />
      {isTyped && (
        <Amount
          label={typedLabel}
          range={range}
          unit={unit}
          value={value}
          error={error}
          onChange={(typed) => {
            // What is typed may be an offered number on its way, as 100 is on the way to 1001.
            setWantsOther(true);
            onChange(typed, true);
          }}
        />
      )}
    </div>
  );
}
