import { Button } from '@mantine/core';
import type { OwnedCustomTable } from '@sarafa/contracts';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useCustomTablesQuery } from '../../shared/api/custom-tables.api.js';
import { May } from '../../shared/session/may.js';
import { isDenied, problemOf } from '../../shared/requests/problem.js';
import { say } from '../../shared/language/page-language.js';
import { sought, withWords } from '../../shared/sought.js';
import { priceTexts } from '../../shared/texts/price-texts.js';
import { DeleteCustomTable } from '../../shared/ui/delete-custom-table.js';
import { LoadingSheet } from '../../shared/ui/loading-sheet.js';
import { Nothing } from '../../shared/ui/nothing.js';
import { PageHead } from '../../shared/ui/page-head.js';
import { Pager } from '../../shared/ui/pager.js';
import { SearchField } from '../../shared/ui/search-field.js';
import { usePage } from '../../shared/ui/use-page.js';
import { useSignOut } from '../../shared/session/use-sign-out.js';
import { CustomTableForm } from './custom-table-form.js';
import { CustomTablesList } from './custom-tables-list.js';
import { ownerOf } from './owner.js';

const { tables: words } = priceTexts;

type Action = { readonly what: 'create' } | { readonly what: 'edit' | 'delete'; readonly table: OwnedCustomTable };

export function CustomTablesPage() {
  const { data, error, isLoading } = useCustomTablesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [action, setAction] = useState<Action>();
  const heading = useRef<HTMLHeadingElement>(null);
  const done = () => setAction(undefined);
  const signOut = useSignOut();
  const isRefused = error !== undefined && isDenied(problemOf(error));
  useEffect(() => {
    // A 401 or 403 here leads to the sign-in screen (rule 10.9).
    if (isRefused) signOut();
  }, [isRefused, signOut]);
  return (
    <>
      <div className="tables__h">
        <PageHead title={words.title} hint={words.hint} headingRef={heading} />
        <May needs="operator">
          <Button onClick={() => setAction({ what: 'create' })}>{words.add}</Button>
        </May>
      </div>
      {/* A failure shows an empty list (rule 10.9). */}
      {isLoading ? <LoadingSheet text={words.loading} rows={4} /> : <Tables tables={data ?? NONE} onAction={setAction} />}
      {action?.what === 'create' && <CustomTableForm onClose={done} />}
      {action?.what === 'edit' && <CustomTableForm key={action.table.id} table={action.table} onClose={done} />}
      {action?.what === 'delete' && (
        <DeleteCustomTable
          key={action.table.id}
          table={action.table}
          failed={say(words.failed, { verb: 'deleting' })}
          home={heading}
          onClose={done}
        />
      )}
    </>
  );
}

const NONE: OwnedCustomTable[] = [];

function Tables({ tables, onAction }: { tables: OwnedCustomTable[]; onAction: (action: Action) => void }) {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const found = useMemo(() => {
    const isFound = withWords(wanted);
    return tables.filter((table) => isFound(textOf(table)));
  }, [tables, wanted]);
  const { rows, pager } = usePage(found, wanted);
  if (tables.length === 0) return <Nothing text={words.none} />;
  return (
    <>
      <SearchField label={words.find} value={text} onChange={setText} />
      {found.length === 0 ? (
        <Nothing text={words.noneFound} />
      ) : (
        <CustomTablesList
          tables={rows}
          onEdit={(table) => onAction({ what: 'edit', table })}
          onDelete={(table) => onAction({ what: 'delete', table })}
        />
      )}
      <Pager {...pager} />
    </>
  );
}

function textOf(table: OwnedCustomTable): string {
  const owner = ownerOf(table);
  return sought(`${table.title} ${owner?.username ?? ''} ${owner?.shop_name ?? ''}`);
}
