import { Button } from '@mantine/core';
import { type AuditEntry, limits } from '@sarafa/contracts';
import { useState } from 'react';
import type { AuditPage } from '../../shared/api/audit.api.js';
import { changeTexts as words } from '../../shared/texts/change-texts.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { Failed } from '../../shared/ui/failed.js';
import { Nothing } from '../../shared/ui/nothing.js';
import { SkeletonRows } from '../../shared/ui/skeleton-rows.js';
import { ChangesList } from './changes-list.js';

interface Asked {
  readonly currentData?: AuditEntry[];
  readonly isError: boolean;
  readonly isFetching: boolean;
  refetch(): unknown;
}

interface Props {
  /** The query of a page. */
  readonly useEntries: (page: AuditPage, options: { refetchOnMountOrArgChange: boolean }) => Asked;
  readonly filter?: AuditPage;
  readonly label: string;
  readonly shopName?: (id: string) => string | undefined;
}

/** The log of changes, page by page. Another filter needs another `key`, with which it begins at the newest. */
export function ChangesPages({ useEntries, filter = {}, label, shopName }: Props) {
  // The last entry of each page before the one that is shown.
  const [lasts, setLasts] = useState<readonly string[]>([]);
  const before = lasts[lasts.length - 1];
  const asked = { ...filter, ...(before ? { before } : {}) };
  const { currentData, isError, isFetching, refetch } = useEntries(asked, { refetchOnMountOrArgChange: true });
  const last = currentData && currentData.length >= limits.auditPage ? currentData[currentData.length - 1]!.id : undefined;
  return (
    <>
      {!currentData && isError ? (
        <div className="sheet">
          <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />
        </div>
      ) : !currentData ? (
        <SkeletonRows count={5} />
      ) : currentData.length === 0 ? (
        <Nothing text={before ? words.noneOlder : Object.keys(filter).length > 0 ? words.noneOfFilter : words.none} />
      ) : (
        <div className="sheet">
          <ChangesList entries={currentData} label={label} shopName={shopName} />
        </div>
      )}
      {(before !== undefined || last !== undefined) && (
        <nav className="log__pages" aria-label={words.pages}>
          <Button variant="default" onClick={() => setLasts(lasts.slice(0, -1))} {...asDisabled(before === undefined)}>
            {words.newer}
          </Button>
          <Button variant="default" onClick={() => last && setLasts([...lasts, last])} {...asDisabled(last === undefined)}>
            {words.older}
          </Button>
        </nav>
      )}
    </>
  );
}
