import { Button, Table } from '@mantine/core';
import type { OwnedScreen } from '@sarafa/contracts';
import { memo } from 'react';
import { say } from '../../../shared/page-language.js';
import { RemoteButton, RemoteOutcome } from '../remote-buttons.js';
import { deviceWords, shownWords, snoozedWords, stateWords } from '../screen-words.js';
import { useRemote } from '../use-remote.js';
import { screenTexts as words } from '../../../shared/texts/screen-texts.js';
import { StateWord } from '../../../shared/ui/state-word.js';
import type { ListedScreen } from './find-screens.js';
import { usePageLanguage } from '../../../shared/use-page-language.js';

const { columns } = words;

interface RowsProps {
  readonly entries: readonly ListedScreen[];
  readonly now: number;
  readonly onManage: (entry: ListedScreen) => void;
}
interface RowProps {
  readonly entry: ListedScreen;
  readonly now: number;
  readonly onManage: (entry: ListedScreen) => void;
}

export function ScreensTable({ entries, now, onManage }: RowsProps) {
  return (
    <div className="sheet table-box">
      <Table className="tbl tbl--screens" aria-label={words.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.screen}</Table.Th>
            <Table.Th>{columns.state}</Table.Th>
            <Table.Th>{columns.shown}</Table.Th>
            <Table.Th>{columns.device}</Table.Th>
            <Table.Th>
              <span className="sr">{columns.actions}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <ScreenRow key={entry.screen.id} {...{ entry, now, onManage }} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const ScreenRow = memo(function ScreenRow({ entry, now, onManage }: RowProps) {
  usePageLanguage();
  const { screen } = entry;
  return (
    <Table.Tr>
      <Table.Td>
        <Name entry={entry} />
      </Table.Td>
      <Table.Td>
        <State screen={screen} now={now} />
      </Table.Td>
      <Table.Td>{shownWords(screen, now)}</Table.Td>
      <Table.Td className="dim screen-device">
        {deviceWords(screen).map((part) => (
          <span key={part}>{part}</span>
        ))}
      </Table.Td>
      <Table.Td>
        <Actions {...{ entry, onManage }} />
      </Table.Td>
    </Table.Tr>
  );
});

/** The list on phones, under 768 px. */
export function ScreenCards({ entries, now, onManage }: RowsProps) {
  return (
    <ul className="cards" aria-label={words.title}>
      {entries.map((entry) => (
        <li key={entry.screen.id} className="card screen-card">
          <Name entry={entry} />
          <State screen={entry.screen} now={now} />
          <span>{shownWords(entry.screen, now)}</span>
          <span className="dim">{deviceWords(entry.screen).join(', ')}</span>
          <Actions {...{ entry, onManage }} />
        </li>
      ))}
    </ul>
  );
}

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
        <RemoteButton {...{ screen, state }} command="identify" onRun={(command) => void run(command)} />
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
