import { useCallback, useEffect, useState } from 'react';
import { notifyFailed } from '../../../shared/notices.js';
import { isServerTimeKnown, serverNow } from '../../../shared/requests/server-time.js';
import { estimateTexts } from '../../../shared/texts/estimate-texts.js';
import type { EstimateDocument } from './estimate-document.js';
import { forgetDocument, keepDocument, keptDocument, keptDocuments } from './kept-documents.js';

/** The documents of a shop on this device, and the one that is open. */
export function useDocuments(userId: string) {
  const [list, setList] = useState(() => keptDocuments(userId, knownNow()));
  const [opened, setOpened] = useState<{ readonly document: EstimateDocument; readonly isKept: boolean }>();
  const readAgain = useCallback(() => setList(keptDocuments(userId, knownNow())), [userId]);
  // Another tab has made one, or deleted one.
  useEffect(() => {
    addEventListener('storage', readAgain);
    return () => removeEventListener('storage', readAgain);
  }, [readAgain]);
  return {
    ...{ list, opened },
    make: (document: EstimateDocument) => {
      setOpened({ document, isKept: keepDocument(userId, document) });
      readAgain();
    },
    open: (number: string) => {
      const document = keptDocument(userId, number);
      if (document) setOpened({ document, isKept: true });
      else notifyFailed(estimateTexts.made.unreadable);
    },
    remove: (number: string) => {
      forgetDocument(userId, number);
      readAgain();
    },
    close: () => setOpened(undefined),
  };
}

function knownNow(): number | undefined {
  return isServerTimeKnown() ? serverNow() : undefined;
}
