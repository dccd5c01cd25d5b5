import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MeasuringStrategy,
  type Modifier,
  PointerSensor,
  type ScreenReaderInstructions,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { arrayMove, SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { inWords, say } from '../../shared/language/page-language.js';
import { rateRowTexts as words } from '../../shared/texts/rate-row-texts.js';
import type { DraftRow } from './draft-rows.js';
import { RowItem } from './row-item.js';
import { draftTitle } from './draft-title.js';
import type { RowPrices } from './use-row-prices.js';

const HELP: ScreenReaderInstructions = inWords(() => ({ draggable: words.drag.help }));
const MEASURING = { droppable: { strategy: MeasuringStrategy.Always } };
const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });
const MODIFIERS = [upAndDown];

interface Props {
  readonly rows: readonly DraftRow[];
  readonly prices: RowPrices;
  /** The row that is open. */
  readonly open: string | undefined;
  /** The row that was just added. */
  readonly added: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
  readonly onRows: (next: (rows: readonly DraftRow[]) => readonly DraftRow[], step?: string) => void;
  readonly onDeleted: () => void;
}

/** The rows in their order, which is changed by dragging with pointer, finger or keyboard, and by the buttons of an open row. */
export function RowList({ rows, prices, open, added, onOpen, onRows, onDeleted }: Props) {
  const [said, setSaid] = useState('');
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = rows.map(({ id }) => id);
  const move = (from: number, to: number) => onRows((before) => arrayMove([...before], from, to));
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={MODIFIERS}
      measuring={MEASURING}
      accessibility={{ announcements: announcementsOf(rows), screenReaderInstructions: HELP }}
      onDragStart={() => onOpen(undefined)}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className="rrows__list" aria-label={words.list}>
          {rows.map((row, place) => (
            <RowItem
              key={row.id}
              row={row}
              {...prices.of(row)}
              isOpen={open === row.id}
              isNew={added === row.id}
              isFirst={place === 0}
              isLast={place === rows.length - 1}
              sumOf={prices.sumOf}
              onToggle={() => onOpen(open === row.id ? undefined : row.id)}
              onChange={(changes, step) => {
                if (isNoChange(row, changes)) return;
                const next = (before: readonly DraftRow[]) =>
                  before.map((one) => (one.id === row.id ? { ...one, ...changes } : one));
                onRows(next, step && `${row.id} ${step}`);
              }}
              onMove={(by, button) => {
                // The row's element is moved within the page, which takes the focus away from its button.
                flushSync(() => move(place, place + by));
                button.focus();
                setSaid(say(words.row.moved, { title: draftTitle(row), place: place + by + 1, count: rows.length }));
              }}
              onDelete={() => {
                onRows((before) => before.filter(({ id }) => id !== row.id));
                onDeleted();
              }}
            />
          ))}
        </ol>
      </SortableContext>
      <p className="sr" role="status">
        {said}
      </p>
    </DndContext>
  );
}

/** A number field also reports a value that it has only formatted. */
function isNoChange(row: DraftRow, changes: Partial<DraftRow>): boolean {
  return Object.entries(changes).every(([field, value]) => row[field as keyof DraftRow] === value);
}

/** What a screen reader says while a row is moved. */
function announcementsOf(rows: readonly DraftRow[]): Announcements {
  const placeOf = (id: string | number) => rows.findIndex((row) => row.id === id);
  const titleOf = (id: string | number) => {
    const row = rows[placeOf(id)];
    return row ? draftTitle(row) : '';
  };
  const at = (id: string | number) => ({ place: placeOf(id) + 1, count: rows.length });
  const picked = (id: string | number) => say(words.drag.picked, { title: titleOf(id), ...at(id) });
  return {
    onDragStart: ({ active }) => picked(active.id),
    onDragOver: ({ active, over }) => {
      if (!over) return undefined;
      // A row that was picked up is over its own place at once.
      return over.id === active.id ? picked(active.id) : say(words.drag.over, { title: titleOf(active.id), ...at(over.id) });
    },
    onDragEnd: ({ active, over }) => say(words.drag.dropped, { title: titleOf(active.id), ...at((over ?? active).id) }),
    onDragCancel: ({ active }) => say(words.drag.cancelled, { title: titleOf(active.id) }),
  };
}
