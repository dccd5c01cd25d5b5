import { ActionIcon } from '@mantine/core';
import { limits } from '@sarafa/contracts';
import { useRef, useState } from 'react';
import { dateTime } from '../../../shared/language/page-dates.js';
import { say } from '../../../shared/language/page-language.js';
import { sought, withWords } from '../../../shared/sought.js';
import { estimateTexts } from '../../../shared/texts/estimate-texts.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { Icon } from '../../../shared/ui/icon.js';
import { SearchField } from '../../../shared/ui/search-field.js';
import type { Listed } from './kept-documents.js';
import { inRupees } from './parts-of.js';

const { made: words } = estimateTexts;
/** The others are found by the search. */
const SHOWN = 10;

interface Props {
  /** The newest first. */
  readonly documents: readonly Listed[];
  readonly onOpen: (number: string) => void;
  readonly onDelete: (number: string) => void;
}

/** The estimates that were made on this device, by number or name. */
export function DocumentsList({ documents, onOpen, onDelete }: Props) {
  const [wanted, setWanted] = useState('');
  const [deleted, setDeleted] = useState<string>();
  const home = useRef<HTMLElement>(null);
  const isFound = withWords(wanted);
  const found = documents.filter(({ number, customer }) => isFound(sought(`${number} ${customer}`)));
  return (
    <section className="sheet part estimate__made" aria-labelledby="estimate-made" tabIndex={-1} ref={home}>
      <h2 id="estimate-made">{words.title}</h2>
      <p className="hint">{say(words.note, { days: limits.estimate.keptDays })}</p>
      {documents.length > 0 && <SearchField label={words.find} value={wanted} onChange={setWanted} />}
      {found.length === 0 && (
        <p className="dim" role="status">
          {documents.length > 0 ? words.notFound : words.none}
        </p>
      )}
      <ul>
        {found.slice(0, SHOWN).map(({ number, made_at, customer, estimate }) => (
          <li key={number}>
            <button type="button" onClick={() => onOpen(number)}>
              <b>{customer || number}</b>
              <span className="num">{inRupees(estimate.to_pay)}</span>
              <small>{`${customer ? `${number}, ` : ''}${dateTime(Date.parse(made_at))}`}</small>
            </button>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={say(words.delete, { number })}
              title={say(words.delete, { number })}
              onClick={() => setDeleted(number)}
            >
              <Icon name="trash" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {found.length > SHOWN && <p className="hint">{say(words.more, { count: found.length - SHOWN })}</p>}
      {deleted && (
        <ConfirmDialog
          title={say(words.delete, { number: deleted })}
          question={words.confirm}
          yes={words.yes}
          isDanger
          run={() => {
            onDelete(deleted);
            return Promise.resolve({ message: words.deleted });
          }}
          failed={words.yes}
          home={home}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </section>
  );
}
