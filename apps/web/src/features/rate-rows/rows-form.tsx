import { Button, SegmentedControl } from '@mantine/core';
import { limits, type RateRow, type RateRows, RowsMode, standardRows } from '@sarafa/contracts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { recently } from '../../shared/language/page-dates.js';
import { notifyFailed } from '../../shared/notices.js';
import { handFocus } from '../../shared/hand-focus.js';
import { inWords, say } from '../../shared/language/page-language.js';
import { rateRowTexts as words } from '../../shared/texts/rate-row-texts.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { Icon } from '../../shared/ui/icon.js';
import { SaveButton } from '../../shared/ui/save-button.js';
import { useMinute } from '../../shared/use-minute.js';
import { AddRow } from './add-row.js';
import { CopyFromShop } from './copy-from-shop.js';
import { checkedRow, type DraftRow } from './draft-rows.js';
import { RowList } from './row-list.js';
import { rowOf } from './presets.js';
import { RowsConflict } from './rows-conflict.js';
import { useRowPrices } from './use-row-prices.js';
import { useRowsDraft } from './use-rows-draft.js';
import { useSaveRows } from './use-save-rows.js';

const MODES = inWords(() => RowsMode.options.map((mode) => ({ value: mode, label: words.modes[mode] })));

interface Props {
  readonly userId: string;
  readonly saved: RateRows;
  readonly canCopy?: boolean;
  readonly onChanged?: (isChanged: boolean) => void;
}

export function RowsForm({ userId, saved, canCopy = false, onChanged }: Props) {
  const editing = useRowsDraft(userId, saved, canCopy);
  const { now, base, isChanged, change } = editing;
  const prices = useRowPrices(userId);
  const { save, takeTheirs, forgetTheirs, theirs, isSaving } = useSaveRows(userId, editing);
  const [open, setOpen] = useState<string>();
  const [added, setAdded] = useState<string>();
  /** Gets the focus when the pressed button is removed. */
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => onChanged?.(isChanged), [isChanged, onChanged]);
  const wasConflict = useRef(false);
  useEffect(() => {
    if (wasConflict.current && !theirs) handFocus(null, undo.current);
    wasConflict.current = theirs !== undefined;
  }, [theirs]);

  const faulty = now.rows.find((row) => !checkedRow(row).sent);
  const isOwn = now.rows_mode === 'own';
  const setRows = (next: (rows: readonly DraftRow[]) => readonly DraftRow[], step?: string) =>
    change((before) => ({ ...before, rows: next(before.rows) }), step);
  const add = (row: RateRow) => {
    setRows((rows) => [...rows, row]);
    setOpen(row.id);
    setAdded(row.id);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || isSaving) return;
    saveOver(base);
  };
  /** A row that can't be sent would be missing from the list, also where it was typed on in during the save before. */
  const saveOver = (before: RateRows) => {
    if (!faulty) return void save(before);
    forgetTheirs();
    setOpen(faulty.id);
    notifyFailed(words.faulty);
  };
  if (theirs) {
    return (
      <RowsConflict
        mine={now}
        theirs={theirs}
        prices={prices}
        isSaving={isSaving}
        onKeepMine={() => saveOver(theirs)}
        onTakeTheirs={takeTheirs}
      />
    );
  }
  return (
    <form className="rrows" noValidate onSubmit={submit}>
      <SegmentedControl
        aria-label={words.mode}
        fullWidth
        withItemsBorders={false}
        transitionDuration={0}
        data={MODES}
        value={now.rows_mode}
        onChange={(mode) => change((before) => ({ ...before, rows_mode: RowsMode.parse(mode) }))}
      />
      {!isOwn && <p className="dim rrows__note">{words.standardNote}</p>}
      {!isOwn && now.rows.length > 0 && <p className="dim rrows__note">{words.kept}</p>}
      {isOwn && now.rows.length === 0 && (
        <div className="rrows__none">
          <p className="dim">{words.none}</p>
          <Button
            variant="default"
            onClick={() => {
              setRows(() => standardRows);
              undo.current?.focus();
            }}
          >
            {words.begin}
          </Button>
        </div>
      )}
      {now.rows.length > 0 && (
        <>
          <RatesTime isUnknown={prices.isUnknown} lastUpdated={prices.lastUpdated} count={now.rows.length} />
          <RowList
            rows={now.rows}
            prices={prices}
            open={open}
            added={added}
            onOpen={setOpen}
            onRows={setRows}
            onDeleted={() => undo.current?.focus()}
          />
        </>
      )}
      {isOwn && <AddRow isFull={now.rows.length >= limits.rateRows.perShop} onAdd={(preset) => add(rowOf(preset))} />}
      {canCopy && <CopyFromShop userId={userId} onCopied={(rows) => change(() => ({ rows_mode: 'own', rows }))} />}
      <footer className={`rrows__foot${editing.canUndo ? ' is-needed' : ''}`}>
        <Button
          ref={undo}
          variant="default"
          leftSection={<Icon name="undo" />}
          onClick={editing.undo}
          {...asDisabled(!editing.canUndo)}
        >
          {words.undo}
        </Button>
        <SaveButton label={words.save} isChanged={isChanged} fits isSaving={isSaving} />
      </footer>
    </form>
  );
}

interface TimeProps {
  readonly isUnknown: boolean;
  readonly lastUpdated: string | undefined;
  readonly count: number;
}

function RatesTime({ isUnknown, lastUpdated, count }: TimeProps) {
  const minute = useMinute();
  return (
    <p className="rrows__time">
      {isUnknown ? (
        <span role="status">{words.noPrices}</span>
      ) : (
        <span>{lastUpdated && say(words.asOf, { time: recently(Date.parse(lastUpdated), minute) })}</span>
      )}
      <span className="num">{say(words.count, { count, most: limits.rateRows.perShop })}</span>
    </p>
  );
}
