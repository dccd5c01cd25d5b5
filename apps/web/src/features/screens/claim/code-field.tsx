import { TextInput } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { screenTexts } from '../../../shared/texts/screen-texts.js';
import { caretAfter, groupedCode, plainCode } from './pairing-code.js';

const { claim: words } = screenTexts;

interface Props {
  readonly value: string;
  readonly error: string | undefined;
  readonly hasFocus: boolean;
  readonly onChange: (code: string) => void;
}

/** The code of a TV, in two groups as the TV shows it. The caret stays where somebody types, also within the code. */
export function CodeField({ value, error, hasFocus, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <TextInput
      ref={field}
      className="pairing-code"
      size="lg"
      label={words.code}
      description={words.codeHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      name="code"
      data-autofocus={hasFocus || undefined}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      value={groupedCode(value)}
      error={error}
      onChange={({ currentTarget: { value: typed, selectionStart } }) => {
        caret.current = caretAfter(plainCode(typed.slice(0, selectionStart ?? typed.length)).length);
        onChange(plainCode(typed));
      }}
    />
  );
}
