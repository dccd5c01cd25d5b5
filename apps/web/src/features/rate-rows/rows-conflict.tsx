import { Button } from '@mantine/core';
import type { RateRows } from '@sarafa/contracts';
import { useEffect, useId, useRef } from 'react';
import { rateRowTexts } from '../../shared/texts/rate-row-texts.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { type DraftRow, rowsDraftOf, isSameRow, type RowsDraft } from './draft-rows.js';
import { draftTitle } from './draft-title.js';
import { RowPrice } from './row-price.js';
import type { RowPrices } from './use-row-prices.js';

const { conflict: words, modes, sides } = rateRowTexts;

interface Props {
  readonly mine: RowsDraft;
  readonly theirs: RateRows;
  readonly prices: RowPrices;
  readonly isSaving: boolean;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** Two versions of the list, since somebody else has saved after this one was read. */
export function RowsConflict({ mine, theirs, prices, isSaving, onKeepMine, onTakeTheirs }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useEffect(() => heading.current?.focus(), []);
  const other = rowsDraftOf(theirs);
  return (
    <div className="rrows" role="group" aria-labelledby={titleId}>
      <h3 id={titleId} className="rrows__warn" ref={heading} tabIndex={-1}>
        {words.title}
      </h3>
      <p className="dim">{words.note}</p>
      <div className="rrows__two">
        <Version title={words.theirs} list={other} against={mine} prices={prices} />
        <Version title={words.mine} list={mine} against={other} prices={prices} />
      </div>
      <footer className="rrows__foot is-needed">
        <Button variant="default" onClick={onTakeTheirs} {...asDisabled(isSaving)}>
          {words.takeTheirs}
        </Button>
        <Button variant="filled" onClick={onKeepMine} {...asDisabled(isSaving)}>
          {words.keepMine}
        </Button>
      </footer>
    </div>
  );
}

interface VersionProps {
  readonly title: string;
  readonly list: RowsDraft;
  readonly against: RowsDraft;
  readonly prices: RowPrices;
}

function Version({ title, list, against, prices }: VersionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h4 id={titleId}>
        {title} <small>{modes[list.rows_mode]}</small>
      </h4>
      {list.rows.length === 0 && <p className="dim">{words.noRows}</p>}
      <ol className="lines">
        {list.rows.map((row) => (
          <li key={row.id}>
            <b>
              {draftTitle(row)}
              <small>
                {sides[row.side]}
                {!row.shown && `, ${rateRowTexts.hidden}`}
                <Difference row={row} against={against} />
              </small>
            </b>
            <RowPrice price={prices.of(row).price} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Difference({ row, against }: { row: DraftRow; against: RowsDraft }) {
  const other = against.rows.find(({ id }) => id === row.id);
  if (other && isSameRow(row, other)) return null;
  return <em>{other ? words.different : words.onlyHere}</em>;
}
