import { type ReactNode, useId } from 'react';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { isUnread, NumberField, type TypedNumber } from '../../shared/ui/number-field.js';

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

/** A number field with its unit and label. A number out of bounds stays as it was typed, with a message below. */
export function SettingRow({
  label,
  hint,
  unit,
  value,
  placeholder,
  error: fault,
  step = 1,
  decimals = 0,
  max,
  onChange,
}: Props) {
  const id = useId();
  const error = isUnread(value) ? portalTexts.common.noNumber : fault;
  return (
    <div className="setrow">
      <label htmlFor={id}>
        {label}
        <small id={`${id}-hint`}>{hint}</small>
      </label>
      <NumberField
        id={id}
        aria-describedby={error ? `${id}-error` : `${id}-hint`}
        aria-invalid={error !== undefined}
        error={error !== undefined}
        decimals={decimals}
        step={step}
        min={0}
        max={max}
        unit={unit}
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

/** Whether `value` is a number from `min` to `max` with no more than so many decimals. */
export function isWithin(value: number | undefined, { min, max }: { min: number; max: number }, decimals = 0): value is number {
  return value !== undefined && value >= min && value <= max && Number(value.toFixed(decimals)) === value;
}
