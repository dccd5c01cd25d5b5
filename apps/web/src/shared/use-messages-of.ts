import type { Language } from '@sarafa/contracts';
import { type Messages } from '@sarafa/words';
import { useEffect, useState } from 'react';
import { messagesOf } from './language/language.js';

export interface LoadedMessages {
  readonly language: Language | null;
  /** Undefined while they load, when they can't be loaded, and where there is no language. */
  readonly messages?: Messages;
  readonly hasFailed?: boolean;
}

/** What boards say in a language, loaded when it is needed. */
export function useMessagesOf(language: Language | null): LoadedMessages {
  const [loaded, setLoaded] = useState<LoadedMessages>({ language: null });
  useEffect(() => {
    if (!language) return;
    let isOver = false;
    messagesOf(language).then(
      (messages) => !isOver && setLoaded({ language, messages }),
      () => !isOver && setLoaded({ language, hasFailed: true }),
    );
    return () => {
      isOver = true;
    };
  }, [language]);
  return loaded.language === language ? loaded : { language };
}
