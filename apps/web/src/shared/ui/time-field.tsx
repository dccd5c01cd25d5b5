import { TextInput, type TextInputProps } from '@mantine/core';
import { type FocusEvent, type SyntheticEvent, useState } from 'react';
import { portalTexts } from '../texts/portal-texts.js';

/**
 * What a field for a time holds while only its hour or its minute is typed, where a browser says that it is empty. No contract takes
 * it, so that a half-typed time is never taken for none.
 */
export const HALF_TYPED = '--:--';

type Props = Omit<TextInputProps, 'type' | 'value' | 'onChange'> & {
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** A field for a time of the day: `21:30`, empty, or `HALF_TYPED`. */
export function TimeField({ value, onChange, ...others }: Props) {
  const [isFocused, setIsFocused] = useState(false);
  const isHalf = value === HALF_TYPED;
  // The browser says nothing while a part of an empty field is typed.
  const read = ({ currentTarget: { validity, value: typed } }: SyntheticEvent<HTMLInputElement>) => {
    const now = validity.badInput ? HALF_TYPED : typed;
    if (now !== value) onChange(now);
  };
  return (
    <TextInput
      {...others}
      type="time"
      value={isHalf ? '' : value}
      error={isHalf && (others.error || !isFocused) ? portalTexts.common.noTime : others.error}
      onChange={read}
      onKeyUp={read}
      onFocus={() => setIsFocused(true)}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setIsFocused(false);
        read(event);
      }}
    />
  );
}
