import type { Language } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { digits, type Messages, withDigits } from '@sarafa/words';
import { languageTexts as words } from '../texts/language-texts.js';
import { type LoadedMessages, useMessagesOf } from '../use-messages-of.js';

const RATE = 123_456;

interface Props {
  readonly first: LoadedMessages;
  readonly second: Language | null;
  readonly isNative: boolean;
}

/** A card as it will look on the boards, made by what makes it there. */
export function BoardLanguagePreview({ first, second, isNative }: Props) {
  const other = useMessagesOf(second);
  const isLoading = [first, other].some(({ language, messages, hasFailed }) => language && !messages && !hasFailed);
  const messages = first.messages && withDigits(first.messages, isNative);
  const rate = messages && digits(`₹${groupRupees(RATE)}`, messages);
  return (
    <figure className="board-sample" aria-label={words.preview} aria-busy={isLoading || undefined}>
      <div className="board-sample__card">
        {messages && <Label messages={messages} />}
        {other.messages && <Label messages={withDigits(other.messages, isNative)} />}
        {rate && (
          <span className="board-sample__rate" role="img" aria-label={rate}>
            {rate}
          </span>
        )}
        {isLoading && <span role="status">{words.previewLoading}</span>}
        {(first.hasFailed || other.hasFailed) && <span role="alert">{words.previewFailed}</span>}
      </div>
      <figcaption>{words.previewHint}</figcaption>
    </figure>
  );
}

function Label({ messages }: { messages: Messages }) {
  const { name, unit } = messages.labels.gold_22k;
  return (
    <span className="board-sample__label" lang={messages.lang}>
      {name} <small>{unit}</small>
    </span>
  );
}
