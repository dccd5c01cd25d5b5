import { ActionIcon } from '@mantine/core';
import { groupRupees } from '@sarafa/domain';
import { say } from '../language/page-language.js';
import { portalTexts } from '../texts/portal-texts.js';
import { asDisabled } from './as-disabled.js';
import { Icon } from './icon.js';

interface Props {
  /** Counted from 0. */
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

const { common: words } = portalTexts;

export function Pager({ page, pageSize, total, onPage }: Props) {
  const last = Math.max(0, Math.ceil(total / pageSize) - 1);
  if (last === 0) return null;
  const from = page * pageSize + 1;
  const to = Math.min(total, from + pageSize - 1);
  return (
    <nav className="pager" aria-label={say(words.page, { page: page + 1 })}>
      <span className="num dim" role="status">
        {say(words.shown, { from: groupRupees(from), to: groupRupees(to), total: groupRupees(total) })}
      </span>
      <ActionIcon
        aria-label={words.previousPage}
        title={words.previousPage}
        onClick={() => onPage(page - 1)}
        {...asDisabled(page === 0)}
      >
        <Icon name="left" />
      </ActionIcon>
      <ActionIcon
        aria-label={words.nextPage}
        title={words.nextPage}
        onClick={() => onPage(page + 1)}
        {...asDisabled(page === last)}
      >
        <Icon name="right" />
      </ActionIcon>
    </nav>
  );
}
