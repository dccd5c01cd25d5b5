import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { groupRupees, type SumStep } from '@sarafa/domain';
import { useEffect, useId, useRef } from 'react';
import { say } from '../../shared/language/page-language.js';
import { rateRowTexts as words } from '../../shared/texts/rate-row-texts.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { Icon } from '../../shared/ui/icon.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { checkedRow, type DraftRow } from './draft-rows.js';
import { draftTitle } from './draft-title.js';
import { RowFields } from './row-fields.js';
import { RowPrice } from './row-price.js';
import { RowSum } from './row-sum.js';
import type { PricedDraft } from './use-row-prices.js';

interface Props extends PricedDraft {
  readonly row: DraftRow;
  readonly isOpen: boolean;
  readonly isNew: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly sumOf: (row: DraftRow) => readonly SumStep[] | null;
  readonly onToggle: () => void;
  /** `step` is the field that is typed in. */
  readonly onChange: (changes: Partial<DraftRow>, step?: string) => void;
  readonly onMove: (by: 1 | -1, button: HTMLElement) => void;
  readonly onDelete: () => void;
}

export function RowItem(props: Props) {
  const { row, price, doubts, isOpen, isNew, isFirst, isLast, onToggle, onChange, onMove, onDelete } = props;
  const { errors } = checkedRow(row);
  const isFaulty = Object.keys(errors).length > 0;
  const title = draftTitle(row);
  const bodyId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNew) toggle.current?.focus();
  }, [isNew]);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: row.id,
    attributes: { roleDescription: words.drag.role },
  });
  const moveButton = (by: 1 | -1, label: string, isEnd: boolean) => (
    <Button
      variant="default"
      aria-label={say(words.row.about, { action: label, title })}
      onClick={(event) => onMove(by, event.currentTarget)}
      {...asDisabled(isEnd)}
    >
      {label}
    </Button>
  );
  return (
    <li
      ref={setNodeRef}
      className={`rrow${isOpen ? ' is-open' : ''}${isDragging ? ' is-dragged' : ''}`}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className="rrow__h">
        <ActionIcon
          ref={setActivatorNodeRef}
          className="rrow__grip"
          {...attributes}
          {...listeners}
          aria-label={say(words.drag.handle, { title })}
        >
          <Icon name="grip" />
        </ActionIcon>
        <UnstyledButton ref={toggle} className="rrow__t" aria-expanded={isOpen} aria-controls={bodyId} onClick={onToggle}>
          <span className="rrow__name">
            <b className={`metal metal--${row.metal}`}>{title}</b>
            <small>
              {words.sides[row.side]}
              {!row.shown && `, ${words.hidden}`}
              {isFaulty && <em>{words.faultyRow}</em>}
            </small>
          </span>
          <RowPrice price={price} />
          <Icon name={isOpen ? 'up' : 'down'} />
        </UnstyledButton>
      </div>
      <Doubts {...doubts} />
      <div id={bodyId} className="rrow__b" hidden={!isOpen}>
        {isOpen && (
          <>
            <RowFields row={row} errors={errors} onChange={onChange} />
            {price !== undefined && price !== null && <RowSum row={row} price={price} steps={props.sumOf(row)} />}
            <div className="rrow__acts">
              {moveButton(-1, words.row.up, isFirst)}
              {moveButton(1, words.row.down, isLast)}
              <Button
                className="is-danger"
                variant="subtle"
                aria-label={say(words.row.about, { action: words.row.delete, title })}
                leftSection={<Icon name="trash" />}
                onClick={onDelete}
              >
                {words.row.delete}
              </Button>
            </div>
          </>
        )}
      </div>
    </li>
  );
}

function Doubts({ belowCost, farFrom }: PricedDraft['doubts']) {
  if (belowCost === null && farFrom === null) return null;
  return (
    <ul className="rrow__doubts">
      {belowCost !== null && (
        <li>
          <StateWord tone="warn">{say(words.doubts.belowCost, { cost: groupRupees(belowCost) })}</StateWord>
        </li>
      )}
      {farFrom !== null && (
        <li>
          <StateWord tone="warn">{say(words.doubts.farFrom, { standard: groupRupees(farFrom) })}</StateWord>
        </li>
      )}
    </ul>
  );
}
