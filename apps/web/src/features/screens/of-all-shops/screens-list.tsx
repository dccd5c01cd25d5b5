import { Button } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useShownScreensQuery } from '../../../shared/api/screens.api.js';
import { screenTexts as words } from '../../../shared/texts/screen-texts.js';
import { Nothing } from '../../../shared/ui/nothing.js';
import { Pager } from '../../../shared/ui/pager.js';
import { SearchField } from '../../../shared/ui/search-field.js';
import { usePage } from '../../../shared/ui/use-page.js';
import { useMinute } from '../../../shared/use-minute.js';
import { KEPT_FRESH } from './kept-fresh.js';
import { findScreens, type ListedScreen, type ShownKind } from './find-screens.js';
import { ScreenRows } from './screen-rows.js';

interface Props {
  readonly all: readonly ListedScreen[];
  readonly shown: ShownKind;
  readonly onShowAll: () => void;
  readonly onManage: (entry: ListedScreen) => void;
}

export function ScreensList({ all, shown, onShowAll, onManage }: Props) {
  const [text, setText] = useState('');
  const now = useMinute();
  const wanted = useDeferredValue(text);
  const found = useMemo(() => findScreens(all, wanted, shown), [all, wanted, shown]);
  const { rows, pager } = usePage(found, `${shown} ${wanted}`);
  useShownScreensQuery(rows.length > 0 ? rows.map(({ screen }) => screen.id) : skipToken, KEPT_FRESH);

  const showAll = () => {
    setText('');
    onShowAll();
  };
  return (
    <>
      <SearchField label={words.find} value={text} onChange={setText} />
      {found.length === 0 ? (
        <Nothing text={words.noneFound}>
          <Button variant="default" onClick={showAll}>
            {words.clear}
          </Button>
        </Nothing>
      ) : (
        <ScreenRows entries={rows} now={now} onManage={onManage} />
      )}
      <Pager {...pager} />
    </>
  );
}
