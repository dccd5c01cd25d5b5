import { Switch } from '@mantine/core';
import type { OffHours } from '@sarafa/contracts';
import { useState } from 'react';
import { screenTexts } from '../../shared/texts/screen-texts.js';
import { HALF_TYPED, TimeField } from '../../shared/ui/time-field.js';

const { offHours: words } = screenTexts;
/** What the fields begin with where a shop has had no off-hours. */
const USUAL: OffHours = { from: '21:30', to: '09:30' };

interface Props {
  readonly value: OffHours | null;
  /** What is stored, for a form that may open with a draft without off-hours. */
  readonly saved?: OffHours | null | undefined;
  readonly error: string | undefined;
  readonly onChange: (value: OffHours | null) => void;
}

/** When the shop's screens are black (rule 14.9). */
export function OffHoursFields({ value, saved, error, onChange }: Props) {
  /** Those from before the switch was turned off, which come back with it. */
  const [last, setLast] = useState(value ?? saved ?? USUAL);
  const turn = (isOn: boolean) => {
    if (value) setLast(value);
    onChange(isOn ? last : null);
  };
  /** Which of the two the error is about. */
  const faulty = value && isTime(value.from) && !isTime(value.to) ? 'to' : 'from';
  return (
    <>
      <Switch
        labelPosition="left"
        label={
          <>
            {words.label}
            <span className="hint">{words.hint}</span>
          </>
        }
        checked={value !== null}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      {value && (
        <div className="off-hours">
          {(['from', 'to'] as const).map((end) => (
            <TimeField
              key={end}
              name={end === faulty ? 'off_hours' : undefined}
              label={words[end]}
              value={value[end]}
              error={end === faulty && error}
              onChange={(time) => onChange({ ...value, [end]: time })}
            />
          ))}
        </div>
      )}
    </>
  );
}

/** What is wrong with off-hours, as far as somebody can type it. */
export function faultOfOffHours(value: OffHours | null): string | undefined {
  if (!value) return undefined;
  if (!isTime(value.from) || !isTime(value.to)) return words.time;
  return value.from === value.to ? words.same : undefined;
}

function isTime(typed: string): boolean {
  return typed !== '' && typed !== HALF_TYPED;
}

/** Whether these are the same hours; a release before knows none. */
export function sameOffHours(one: OffHours | null | undefined, other: OffHours | null | undefined): boolean {
  return one?.from === other?.from && one?.to === other?.to;
}
