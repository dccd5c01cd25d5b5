import { ActionIcon, Skeleton } from '@mantine/core';
import { limits, NewCustomTable, type OwnedCustomTable, texts } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { useRef, useState } from 'react';
import { useCreateCustomTableMutation, useCustomTablesOfQuery } from '../../../shared/api/custom-tables.api.js';
import { fieldErrors } from '../../../shared/requests/field-errors.js';
import { notifyDone, notifyProblem } from '../../../shared/notices.js';
import { problemOf } from '../../../shared/requests/problem.js';
import { useRepeatKey } from '../../../shared/requests/repeat-key.js';
import { inWords, say } from '../../../shared/language/page-language.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import { DeleteCustomTable } from '../../../shared/ui/delete-custom-table.js';
import { Failed } from '../../../shared/ui/failed.js';
import { Icon } from '../../../shared/ui/icon.js';
import { NumberField, type TypedNumber } from '../../../shared/ui/number-field.js';
import { TextField } from '../../../shared/ui/text-field.js';
import { WaitingButton } from '../../../shared/ui/waiting-button.js';

const { editor, customTables, list } = portalTexts;
const LABELS = inWords(() => ({ title: editor.tableTitle, price: editor.tablePrice }) as const);

/** The custom tables of one shop. They are created and deleted at once, not by the form's save. */
export function ShopTablesSection({ userId }: { userId: string }) {
  const tables = useCustomTablesOfQuery(userId);
  const [deleting, setDeleting] = useState<OwnedCustomTable>();
  const home = useRef<HTMLDivElement>(null);
  return (
    <div ref={home} tabIndex={-1} role="group" aria-label={editor.tables}>
      {tables.isError && !tables.data ? (
        <Failed text={editor.tablesFailed} isAsking={tables.isFetching} onTryAgain={() => void tables.refetch()} />
      ) : (
        <>
          <TablesList tables={tables.data} onDelete={setDeleting} />
          <NewTable userId={userId} />
        </>
      )}
      {deleting && (
        <DeleteCustomTable
          key={deleting.id}
          table={deleting}
          failed={customTables.deleteFailed}
          home={home}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </div>
  );
}

function TablesList({
  tables,
  onDelete,
}: {
  tables: OwnedCustomTable[] | undefined;
  onDelete: (table: OwnedCustomTable) => void;
}) {
  if (!tables)
    return (
      <div role="status">
        <p className="dim">{editor.loadingTables}</p>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height="2rem" mt="0.75rem" />
        ))}
      </div>
    );
  if (tables.length === 0) return <p className="dim">{editor.noTables}</p>;
  return (
    <ul className="lines" tabIndex={0} aria-label={editor.tables} style={{ maxHeight: limits.customTableListPx }}>
      {tables.map((table) => (
        <li key={table.id}>
          <b>{table.title}</b>
          <span className="num">₹{groupRupees(table.price)}</span>
          <ActionIcon
            className="is-danger"
            aria-label={say(list.deleteTitle, { name: table.title })}
            onClick={() => onDelete(table)}
          >
            <Icon name="trash" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

function NewTable({ userId }: { userId: string }) {
  const [title, setTitle] = useState('');
  const [price, setPrice] = useState<TypedNumber>('');
  const [error, setError] = useState('');
  const [create, { isLoading }] = useCreateCustomTableMutation();
  const repeat = useRepeatKey();
  const { min, max } = limits.customTable.price;

  const submit = async () => {
    if (!title.trim() || price === '') return setError(customTables.incomplete);
    const typed = { title: title.trim(), userId, price };
    const wrong = Object.values(fieldErrors(NewCustomTable, typed, LABELS))[0] ?? '';
    setError(wrong);
    if (wrong) return;
    const table = NewCustomTable.parse(typed);
    try {
      await create({ table, repeatKey: repeat.key }).unwrap();
      repeat.renew();
      notifyDone(texts.customTables.created);
      // A title that was typed meanwhile stays for the next table.
      setTitle((now) => (now === title ? '' : now));
      setPrice((now) => (now === price ? '' : now));
    } catch (failure) {
      const problem = problemOf(failure);
      if (problem.status === 409) repeat.renew();
      notifyProblem(problem, customTables.createFailed);
    }
  };
  return (
    <form
      className="new-table"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={editor.tableTitle}
        name="title"
        autoComplete="off"
        placeholder={editor.tableExample}
        value={title}
        onChange={setTitle}
      />
      <NumberField
        label={editor.tablePrice}
        name="price"
        leftSection="₹"
        placeholder="0"
        decimals={2}
        isGrouped
        min={min}
        max={max}
        value={price}
        onChange={setPrice}
      />
      {error && (
        <p className="hint hint--err" role="alert">
          {error}
        </p>
      )}
      <WaitingButton type="submit" variant="default" fullWidth isWaiting={isLoading} leftSection={<Icon name="plus" />}>
        {editor.createTable}
      </WaitingButton>
    </form>
  );
}
