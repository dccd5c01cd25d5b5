import { NativeSelect } from '@mantine/core';
import { Language, Numerals } from '@sarafa/contracts';
import type { WholeShop } from '../api/shops.api.js';
import { BoardLanguagePreview } from './board-language-preview.js';
import { languageTexts as words, numeralsText } from '../texts/language-texts.js';
import { Icon } from '../ui/icon.js';
import { useMessagesOf } from '../use-messages-of.js';

/** What a shop chooses of the words and digits of its boards. */
export type BoardLanguage = Pick<WholeShop, 'language' | 'second_language' | 'numerals'>;

interface Props {
  readonly value: BoardLanguage;
  readonly onChange: (changed: Partial<BoardLanguage>) => void;
  readonly isBusy?: boolean;
}

/** The languages and the digits of a shop's boards, with a preview of them (rules 8.17 to 8.19). */
export function BoardLanguageFields({ value, onChange, isBusy = false }: Props) {
  const { language, second_language, numerals } = value;
  // The first language can't be chosen once more, and counts as none where it was stored.
  const second = second_language === language ? null : second_language;
  const first = useMessagesOf(language);
  const own = first.messages?.zero;
  return (
    <>
      <NativeSelect
        rightSection={<Icon name="down" />}
        label={words.board}
        description={words.boardHint}
        inputWrapperOrder={['label', 'input', 'description']}
        value={language}
        aria-busy={isBusy || undefined}
        data={Language.options.map((one) => ({ value: one, label: words.names[one] }))}
        onChange={({ currentTarget }) => onChange({ language: Language.parse(currentTarget.value) })}
      />
      <NativeSelect
        rightSection={<Icon name="down" />}
        label={words.second}
        description={words.secondHint}
        inputWrapperOrder={['label', 'input', 'description']}
        value={second ?? ''}
        aria-busy={isBusy || undefined}
        data={[
          { value: '', label: words.none },
          ...Language.options.filter((one) => one !== language).map((one) => ({ value: one, label: words.names[one] })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ second_language: currentTarget.value ? Language.parse(currentTarget.value) : null })
        }
      />
      {language !== 'en' && (
        <NativeSelect
          rightSection={<Icon name="down" />}
          label={words.numerals}
          value={numerals}
          aria-busy={isBusy || undefined}
          data={Numerals.options.map((one) => ({ value: one, label: numeralsText(one, own, words.names[language]) }))}
          onChange={({ currentTarget }) => onChange({ numerals: Numerals.parse(currentTarget.value) })}
        />
      )}
      <BoardLanguagePreview first={first} second={second} isNative={numerals === 'native' && language !== 'en'} />
    </>
  );
}
