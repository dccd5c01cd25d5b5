import { NativeSelect } from '@mantine/core';
import { limits, Metal, offeredFinenesses } from '@sarafa/contracts';
import { type ReactNode, useState } from 'react';
import { metalName } from '../row-title.js';
import { rateRowTexts } from '../texts/rate-row-texts.js';
import { Icon } from './icon.js';
import { NumberField, type TypedNumber } from './number-field.js';

const { fields: words, metals } = rateRowTexts;
const OTHER = 'other';

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly className?: string;
  readonly name?: string | undefined;
  readonly value: V;
  /** In their order; or a table of words. */
  readonly options: readonly (readonly [value: V, label: string])[] | Readonly<Record<V, string>>;
  readonly error?: string | undefined;
  readonly onChange: (value: V) => void;
}

export function Choice<V extends string>({ options, onChange, ...others }: ChoiceProps<V>) {
  const pairs = (Array.isArray(options) ? options : Object.entries(options)) as [V, string][];
  return (
    <NativeSelect
      {...others}
      rightSection={<Icon name="down" />}
      data={pairs.map(([one, text]) => ({ value: one, label: text }))}
      onChange={(event) => onChange(event.currentTarget.value as V)}
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
  readonly name?: string | undefined;
  readonly range: Range;
  readonly value: TypedNumber;
  readonly error: string | undefined;
  readonly leftSection?: ReactNode;
  readonly unit?: string;
  readonly onChange: (value: TypedNumber) => void;
}

/** What is typed out of bounds stays, with the reason below. */
export function Amount({ range: { min, max, decimals }, unit, ...others }: AmountProps) {
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
  readonly name?: string | undefined;
  readonly value: TypedNumber;
  readonly options: readonly (readonly [value: number, label: string])[];
  readonly range: Range;
  readonly unit: string;
  readonly error: string | undefined;
  readonly onChange: (value: TypedNumber, isTyped: boolean) => void;
}

/** A number that is chosen from a list, or typed. */
export function Offered({ label, typedLabel, name, value, options, range, unit, error, onChange }: OfferedProps) {
  const isOffered = options.some(([one]) => one === Number(value));
  const [wantsOther, setWantsOther] = useState(!isOffered);
  const isTyped = wantsOther || !isOffered;
  return (
    <div className="rrow__offered">
      <Choice
        label={label}
        {...(!isTyped && { name, error })}
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
          name={name}
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

interface Purity {
  readonly metal: Metal;
  readonly fineness: TypedNumber;
}

/** Another metal has other finenesses, and what was chosen may be none of these. */
export function MetalChoice({ of: { metal, fineness }, onChange }: { of: Purity; onChange: (purity: Purity) => void }) {
  const choose = (chosen: Metal) => {
    const offered = offeredFinenesses[chosen];
    onChange({ metal: chosen, fineness: offered.includes(Number(fineness)) ? fineness : offered[0]! });
  };
  return (
    <Choice
      label={words.metal}
      value={metal}
      options={Metal.options.map((one) => [one, metals[one]] as const)}
      onChange={choose}
    />
  );
}

interface FinenessProps extends Pick<OfferedProps, 'name' | 'error' | 'onChange'> {
  readonly of: Purity;
}

export function FinenessChoice({ of: { metal, fineness }, ...others }: FinenessProps) {
  return (
    <Offered
      key={metal}
      {...others}
      label={words.fineness}
      typedLabel={words.typedFineness}
      value={fineness}
      options={offeredFinenesses[metal].map((parts) => [parts, finenessName(metal, parts)])}
      range={limits.rateRows.fineness}
      unit={words.parts}
    />
  );
}

function finenessName(metal: Metal, parts: number): string {
  const name = metalName(metal, parts);
  return name.endsWith(String(parts)) ? name : `${name} (${parts})`;
}
