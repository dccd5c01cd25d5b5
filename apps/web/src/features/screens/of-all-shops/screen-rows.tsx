import { Button } from '@mantine/core';
import { memo } from 'react';
import type { OwnedScreen } from '@sarafa/contracts';
import { May } from '../../../shared/session/may.js';
import { say } from '../../../shared/language/page-language.js';
import { RemoteButton, RemoteOutcome } from '../remote-buttons.js';
import { deviceWords, shownWords, snoozedWords, stateWords } from '../screen-words.js';
import { useRemote } from '../use-remote.js';
import { screenTexts as words } from '../../../shared/texts/screen-texts.js';
import { type Column, HiddenHead, Rows } from '../../../shared/ui/rows.js';
import { StateWord } from '../../../shared/ui/state-word.js';
import { useIsPhone } from '../../../shared/ui/use-is-phone.js';
import { usePageLanguage } from '../../../shared/language/use-page-language.js';
import type { ListedScreen } from './find-screens.js';

const { columns } = words;

interface RowProps {
  readonly entry: ListedScreen;
  readonly now: number;
  readonly onManage: (entry: ListedScreen) => void;
}

type RowsProps = Omit<RowProps, 'entry'> & { readonly entries: readonly ListedScreen[] };

/** Drawn once the search has found other screens, and not at each letter that is typed. */
export const ScreenRows = memo(function ScreenRows({ entries, now, onManage }: RowsProps) {
  usePageLanguage();
  const state = ({ screen }: ListedScreen) => <State screen={screen} now={now} />;
  const device = ({ screen }: ListedScreen) => deviceWords(screen).map((part) => <span key={part}>{part}</span>);
  const actions = (entry: ListedScreen) => <Actions entry={entry} onManage={onManage} />;
  const listed: Column<ListedScreen>[] = [
    { head: columns.screen, cell: (entry) => <Name entry={entry} /> },
    { head: columns.state, cell: state },
    { head: columns.shown, cell: ({ screen }) => shownWords(screen, now) },
    { head: columns.device, cell: device, cellClass: 'dim screen-device' },
    { head: <HiddenHead>{columns.actions}</HiddenHead>, cell: actions },
  ];
  return (
    <Rows
      label={words.title}
      rows={entries}
      idOf={({ screen }) => screen.id}
      columns={listed}
      tableClass="tbl--screens"
      asCards={useIsPhone()}
      cardClass="screen-card"
      card={(entry) => (
        <>
          <Name entry={entry} />
          {state(entry)}
          <span>{shownWords(entry.screen, now)}</span>
          <span className="dim">{deviceWords(entry.screen).join(', ')}</span>
          {actions(entry)}
        </>
      )}
    />
  );
});

function Name({ entry: { screen, shopName } }: Pick<RowProps, 'entry'>) {
  return (
    <div className="screen-name">
      <strong>{screen.name}</strong>
      <span>{shopName}</span>
    </div>
  );
}

function State({ screen, now }: { screen: OwnedScreen; now: number }) {
  const { tone, text } = stateWords(screen, now);
  const snoozed = snoozedWords(screen, now);
  return (
    <div className="screen-state">
      <StateWord tone={tone}>{text}</StateWord>
      {snoozed && <span>{snoozed}</span>}
    </div>
  );
}

function Actions({ entry, onManage }: Pick<RowProps, 'entry' | 'onManage'>) {
  const { screen } = entry;
  const { state, run } = useRemote(screen.id);
  return (
    <div className="screen-acts">
      <div className="acts">
        <May needs="operator">
          <RemoteButton {...{ screen, state }} command="identify" onRun={(command) => void run(command)} />
        </May>
        <Button
          variant="default"
          size="sm"
          aria-label={say(words.about, { what: words.manage, name: screen.name })}
          onClick={() => onManage(entry)}
        >
          {words.manage}
        </Button>
      </div>
      <RemoteOutcome state={state} />
    </div>
  );
}
