import type { AuditEntry } from '@sarafa/contracts';
import { deviceText } from '../../shared/device-text.js';
import { recently } from '../../shared/language/page-dates.js';
import { say } from '../../shared/language/page-language.js';
import { serverNow } from '../../shared/requests/server-time.js';
import { changeTexts as words } from '../../shared/texts/change-texts.js';
import { linesOf, sentenceOf } from './change-words.js';

/** More lines than these are shown when somebody asks for them. */
const SHOWN = 6;

interface Props {
  readonly entries: readonly AuditEntry[];
  readonly label: string;
  /** Where shops are told apart: the name of one, by its id. */
  readonly shopName?: ((id: string) => string | undefined) | undefined;
}

/** Entries of the log, each as a sentence with what it changed. */
export function ChangesList({ entries, label, shopName }: Props) {
  return (
    <ul className="log" aria-label={label}>
      {entries.map((entry) => (
        <Change key={entry.id} entry={entry} shop={shopOf(entry, shopName)} />
      ))}
    </ul>
  );
}

/** The shop, where the sentence names something of it. */
function shopOf({ userId, subject }: AuditEntry, shopName: Props['shopName']): string | undefined {
  return userId && subject.id !== userId ? shopName?.(userId) : undefined;
}

function Change({ entry, shop }: { entry: AuditEntry; shop: string | undefined }) {
  const { at, from } = entry;
  const lines = linesOf(entry);
  const where = [from.device && deviceText(from.device), from.address].filter(Boolean).join(', ');
  const list = (
    <ul className="log__lines">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
  return (
    <li>
      <b>{sentenceOf(entry)}</b>
      <span className="hint">
        <time dateTime={at}>{recently(Date.parse(at), serverNow())}</time>
        {shop && ` · ${say(words.at, { shop })}`}
        {where && ` · ${where}`}
      </span>
      {lines.length > SHOWN ? (
        <details>
          <summary>{say(words.all, { count: lines.length })}</summary>
          {list}
        </details>
      ) : (
        lines.length > 0 && list
      )}
    </li>
  );
}
