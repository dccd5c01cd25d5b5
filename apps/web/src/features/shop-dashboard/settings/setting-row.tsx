import type { ReactNode } from 'react';
import { NumberField, type TypedNumber } from '../../../shared/ui/number-field.js';

interface Props {
  readonly label: ReactNode;
  readonly hint: ReactNode;
  readonly unit: string;
  readonly value: TypedNumber;
  readonly placeholder?: string;
  readonly error: string | undefined;
  readonly step?: number;
  readonly decimals?: number;
  readonly max: number;
  readonly onChange: (value: TypedNumber) => void;
}

/**
 * A number field with its unit and label. The hint stands beside the label, not in it, so that the field keeps its name while the
 * hint changes. A number out of bounds stays as it was typed, with a message below.
 */
export function SettingRow({ hint, unit, step = 1, decimals = 0, ...field }: Props) {
  return (
    <NumberField
      className="setrow"
      description={hint}
      decimals={decimals}
      step={step}
      min={0}
      unit={unit}
      rightSection={unit}
      rightSectionPointerEvents="none"
      {...field}
    />
  );
}

/** Whether `value` is a number from `min` to `max` with no more than so many decimals. */
export function isWithin(value: number | undefined, { min, max }: { min: number; max: number }, decimals = 0): value is number {
  return value !== undefined && value >= min && value <= max && Number(value.toFixed(decimals)) === value;
}
