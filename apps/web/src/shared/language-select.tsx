import { NativeSelect } from '@mantine/core';
import { Language } from '@sarafa/contracts';
import { languageTexts as words } from './texts/language-texts.js';
import { Icon } from './ui/icon.js';

interface Props {
  readonly value: Language;
  readonly onChange: (language: Language) => void;
  readonly isBusy?: boolean;
}

/** What the boards of a shop say everything in (rule 8.17). */
export function LanguageSelect({ value, onChange, isBusy = false }: Props) {
  return (
    <NativeSelect
      rightSection={<Icon name="down" />}
      label={words.board}
      description={words.boardHint}
      inputWrapperOrder={['label', 'input', 'description']}
      value={value}
      aria-busy={isBusy || undefined}
      data={Language.options.map((language) => ({ value: language, label: words.names[language] }))}
      onChange={(event) => onChange(Language.parse(event.currentTarget.value))}
    />
  );
}
