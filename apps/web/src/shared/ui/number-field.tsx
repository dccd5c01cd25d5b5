import { TextInput, type TextInputProps } from '@mantine/core';
import { readNumber } from '@sarafa/contracts';
import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { portalTexts } from '../texts/portal-texts.js';

/** What a field for a number holds: a number, an empty text, or the text that can't be read as a number. */
export type TypedNumber = number | string;

/** The number, where it is one. */
export function numberIn(typed: TypedNumber): number | undefined {
  return typeof typed === 'number' ? typed : undefined;
}

/** Whether something was typed that can't be read. */
export function isUnread(typed: TypedNumber): boolean {
  return typeof typed === 'string' && typed.trim() !== '';
}

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'step'> {
  readonly value: TypedNumber;
  readonly onChange?: (value: TypedNumber) => void;
  /** How many decimals an arrow key keeps. */
  readonly decimals?: number;
  /** Whether digits are grouped as in India, also while they are typed. Not for percents, whose comma is a decimal one. */
  readonly isGrouped?: boolean;
  /** Whether a price that isn't whole rupees shows both of its decimals. */
  readonly isPrice?: boolean;
  /** What people may write behind the number, in place of rupees; empty for nothing. */
  readonly unit?: string;
  /** The bounds and the step of the arrow keys. What is typed may be out of bounds, which the form says. */
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
}

/** A field for a number as people write it. What can't be read stays in the field, with words below. */
export function NumberField(props: Props) {
  const { value, onChange, decimals = 0, isGrouped = false, isPrice = false, unit, min, max, step = 1, ...others } = props;
  // A form that only says whether there is a fault shows its words elsewhere.
  const saysFaults = typeof others.error !== 'boolean';
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: TypedNumber }>();
  const [isFocused, setIsFocused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  /** How many characters stand behind the cursor, without commas; kept when the digits are grouped anew. */
  const behind = useRef<number>(undefined);
  // What was typed is the field's as long as it means the form's value, which may change by itself.
  const text = isFocused && typed && typed.value === value ? typed.text : formatted(value, isGrouped, isPrice);

  useLayoutEffect(() => {
    if (behind.current === undefined) return;
    const at = placeOf(text, behind.current);
    behind.current = undefined;
    field.current?.setSelectionRange(at, at);
  });

  /** Whether a comma of the text is the person's, who may mean decimals by it. */
  const hasOwnCommas = (written: string, { data }: InputEvent) =>
    data === ',' || commasIn(written) > commasIn(text) || (commasIn(written) > 0 && commasIn(text) > 0 && isUnread(value));

  const type = (written: string) => {
    const now = written.trim() === '' ? '' : (readNumber(written, unit) ?? written);
    setTyped({ text: written, value: now });
    onChange?.(now);
  };
  const change = ({ currentTarget: { value: written, selectionEnd }, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isKept = isWhole(nativeEvent as InputEvent) || hasOwnCommas(written, nativeEvent as InputEvent);
    if (!isGrouped || isKept || !/^-?[\d,]*(\.\d*)?$/.test(written)) return type(written);
    behind.current = written.slice(selectionEnd ?? written.length).replace(/,/g, '').length;
    type(grouped(written.replace(/,/g, '')));
  };
  const stepBy = (event: KeyboardEvent) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!direction || isUnread(value) || others.readOnly) return;
    event.preventDefault();
    const next = Number(((numberIn(value) ?? 0) + direction * step).toFixed(decimals));
    onChange?.(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, next)));
  };
  return (
    <TextInput
      // An iPhone's keys for decimals have no minus.
      inputMode={min !== undefined && min < 0 ? 'text' : 'decimal'}
      autoComplete="off"
      {...others}
      ref={field}
      classNames={{ input: 'number-field' }}
      error={isUnread(value) && saysFaults && (others.error || !isFocused) ? portalTexts.common.noNumber : others.error}
      value={text}
      onChange={change}
      onKeyDown={stepBy}
      onFocus={(event) => {
        setIsFocused(true);
        others.onFocus?.(event);
      }}
      onBlur={(event) => {
        setIsFocused(false);
        setTyped(undefined);
        others.onBlur?.(event);
      }}
    />
  );
}

/** The groups of a text that was pasted say what it means. */
function isWhole({ inputType }: InputEvent): boolean {
  return ['insertFromPaste', 'insertFromDrop', 'insertReplacementText'].includes(inputType);
}

function commasIn(text: string): number {
  return text.split(',').length - 1;
}

function formatted(value: TypedNumber, isGrouped: boolean, isPrice: boolean): string {
  if (typeof value === 'string') return value;
  const isPaise = isPrice && !Number.isInteger(value) && Number(value.toFixed(2)) === value;
  const text = isPaise ? value.toFixed(2) : plain(value);
  return isGrouped ? grouped(text) : text;
}

/** All digits of a number, however large or small, as what was typed must stay to be seen. */
function plain(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }) : text;
}

/** `1,23,456.5` for `123456.5`. */
function grouped(text: string): string {
  const [whole = '', ...decimals] = text.split('.');
  return [whole.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,'), ...decimals].join('.');
}

/** Where the cursor is when so many characters without commas stand behind it: in front of a comma, which can't be deleted. */
function placeOf(text: string, behind: number): number {
  for (let at = text.length, count = 0; at > 0; at -= 1) {
    const isPast = count === behind && text[at - 1] !== ',';
    if (isPast) return at;
    if (text[at - 1] !== ',') count += 1;
  }
  return 0;
}
