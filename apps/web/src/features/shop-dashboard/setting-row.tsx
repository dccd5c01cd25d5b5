import { NumberInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface Props {
  readonly label: ReactNode;
  readonly hint: ReactNode;
  readonly unit: string;
  readonly value: number | string;
  readonly placeholder?: string;
  readonly error: string | undefined;
  readonly step?: number;
  readonly decimals?: number;
  readonly max: number;
  readonly onChange: (value: number | string) => void;
}

/** A number field with its unit and label. A number out of bounds stays as it was typed, with a message below. */
export function SettingRow({ label, hint, unit, value, placeholder, error, step = 1, decimals = 0, max, onChange }: Props) {
  const id = useId();
  return (
    <div className="setrow">
      <label htmlFor={id}>
        {label}
        <small id={`${id}-hint`}>{hint}</small>
      </label>
      <NumberInput
        id={id}
        aria-describedby={error ? `${id}-error` : `${id}-hint`}
        aria-invalid={error !== undefined}
        error={error !== undefined}
        hideControls
        allowNegative={false}
        clampBehavior="none"
        decimalScale={decimals}
        step={step}
        min={0}
        max={max}
        rightSection={unit}
        rightSectionPointerEvents="none"
        placeholder={placeholder}
        value={value}
        onChange={onChange}
      />
      {error && (
        <p className="hint hint--err" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** Whether `value` is a number from `min` to `max`. */
export function isWithin(value: number | undefined, { min, max }: { min: number; max: number }): value is number {
  return value !== undefined && value >= min && value <= max;
}
