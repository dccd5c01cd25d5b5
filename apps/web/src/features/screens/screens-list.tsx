import { Button, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { screenTexts as words } from '../../shared/texts/screen-texts.js';
import { Icon } from '../../shared/ui/icon.js';
import { Nothing } from '../../shared/ui/nothing.js';
import { Pager } from '../../shared/ui/pager.js';
import { useIsPhone } from '../../shared/ui/use-is-phone.js';
import { useMinute } from '../../shared/use-minute.js';
import { findScreens, type ListedScreen, type ShownKind } from './find-screens.js';
import { ScreenCards, ScreensTable } from './screen-rows.js';

/** How many rows are rendered at once, however long the list is. */
const PAGE_SIZE = 25;

interface Props {
  readonly all: readonly ListedScreen[];
  readonly shown: ShownKind;
  readonly onShowAll: () => void;
  readonly onManage: (entry: ListedScreen) => void;
}

export function ScreensList({ all, shown, onShowAll, onManage }: Props) {
  const [text, setText] = useState('');
  const [at, setAt] = useState({ shown, page: 0 });
  // A new selection of screens begins at its first page.
  const page = at.shown === shown ? at.page : 0;
  const setPage = (to: number) => setAt({ shown, page: to });
  const isPhone = useIsPhone();
  const now = useMinute();
  const wanted = useDeferredValue(text);
  const found = useMemo(() => findScreens(all, wanted, shown), [all, wanted, shown]);
  const shownPage = Math.min(page, Math.max(0, Math.ceil(found.length / PAGE_SIZE) - 1));
  const entries = found.slice(shownPage * PAGE_SIZE, (shownPage + 1) * PAGE_SIZE);
  const Rows = isPhone ? ScreenCards : ScreensTable;

  const search = (value: string) => {
    setText(value);
    setPage(0);
  };
  const showAll = () => {
    search('');
    onShowAll();
  };
  return (
    <>
      <TextInput
        className="find"
        type="search"
        aria-label={words.find}
        placeholder={words.find}
        leftSection={<Icon name="search" />}
        value={text}
        onChange={(event) => search(event.currentTarget.value)}
      />
      {found.length === 0 ? (
        <Nothing text={words.noneFound}>
          <Button variant="default" onClick={showAll}>
            {words.clear}
          </Button>
        </Nothing>
      ) : (
        <Rows entries={entries} now={now} onManage={onManage} />
      )}
      <Pager page={shownPage} pageSize={PAGE_SIZE} total={found.length} onPage={setPage} />
    </>
  );
}
