import { Switch } from '@mantine/core';
import type { OffHours } from '@sarafa/contracts';
import { screenTexts } from '../../shared/texts/screen-texts.js';
import { TextField } from '../../shared/ui/text-field.js';

const { offHours: words } = screenTexts;
/** What the fields begin with where a shop has had no off-hours. */
const USUAL: OffHours = { from: '21:30', to: '09:30' };

interface Props {
  readonly value: OffHours | null;
  readonly error: string | undefined;
  readonly onChange: (value: OffHours | null) => void;
}

/** When the shop's screens are black (rule 14.9). */
export function OffHoursFields({ value, error, onChange }: Props) {
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
        onChange={(event) => onChange(event.currentTarget.checked ? USUAL : null)}
      />
      {value && (
        <div className="off-hours">
          <TextField
            type="time"
            name="off_hours"
            label={words.from}
            value={value.from}
            error={error}
            onChange={(from) => onChange({ ...value, from })}
          />
          <TextField type="time" label={words.to} value={value.to} onChange={(to) => onChange({ ...value, to })} />
        </div>
      )}
    </>
  );
}

/** What is wrong with off-hours, as far as somebody can type it. */
export function faultOfOffHours(value: OffHours | null): string | undefined {
  if (!value) return undefined;
  if (!value.from || !value.to) return words.time;
  return value.from === value.to ? words.same : undefined;
}

/** Whether these are the same hours; a release before knows none. */
export function sameOffHours(one: OffHours | null | undefined, other: OffHours | null | undefined): boolean {
  return one?.from === other?.from && one?.to === other?.to;
}
