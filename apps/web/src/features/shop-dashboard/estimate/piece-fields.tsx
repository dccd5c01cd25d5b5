import { ActionIcon } from '@mantine/core';
import { groupRupees } from '@sarafa/domain';
import { useEffect, useRef } from 'react';
import { Choice } from '../../../shared/ui/offered.js';
import { rowTitle } from '../../../shared/row-title.js';
import { say } from '../../../shared/language/page-language.js';
import { boardTexts } from '../../../shared/texts/on-board-texts.js';
import { estimateTexts as words } from '../../../shared/texts/estimate-texts.js';
import { TextField } from '../../../shared/ui/text-field.js';
import { Icon } from '../../../shared/ui/icon.js';
import { NumberField, type TypedNumber } from '../../../shared/ui/number-field.js';
import { errorAt, type OldDraft, type PieceDraft, rowOf, type RowWithPrice, type Worked } from './estimate-draft.js';
import type { Terms } from './region.js';

const WEIGHT_DECIMALS = 3;
const MONEY_DECIMALS = 2;

interface NumberProps {
  readonly label: string;
  readonly name: string;
  readonly value: TypedNumber;
  readonly errors: Worked['errors'];
  readonly onChange: (value: TypedNumber) => void;
  readonly decimals?: number;
  readonly isGrouped?: boolean;
  readonly placeholder?: string | undefined;
  readonly autoFocus?: boolean;
}

/** A number of an estimate; what can't be read, or not be reckoned with, stays in the field with words below. */
export function EstimateNumber({ errors, decimals = MONEY_DECIMALS, ...others }: NumberProps) {
  // Weights, percents and counts are no rupees.
  const unit = others.isGrouped ? undefined : '';
  return <NumberField {...others} {...{ decimals, unit }} min={0} error={errorAt(errors, others.name, others.value)} />;
}

interface RowProps {
  readonly label: string;
  readonly rows: readonly RowWithPrice[];
  readonly id: string;
  readonly onChange: (row: string) => void;
}

/** Chooses a row, as `22K gold, 10 g: ₹1,36,400`, and that its price is older than the others. One that isn't there is a fault. */
function RowChoice({ label, rows, id, onChange }: RowProps) {
  const isThere = rowOf(rows, id) !== undefined;
  const options = rows.map((row) => {
    const price = say(words.rowPrice, { title: rowTitle(row), price: groupRupees(row.price) });
    const age = row.age ? ` (${boardTexts.rowAge[row.age]})` : '';
    return [row.id, price + age] as const;
  });
  return (
    <Choice
      className="estimate__wide"
      {...{ label, onChange }}
      value={id}
      options={isThere ? options : [[id, words.chooseRow], ...options]}
      error={isThere ? undefined : words.rowGone}
    />
  );
}

/** What is behind a heading, unless there is a fault in it. */
const SELDOM = ['stone_grams', 'stones', 'other', 'making.discount_percent', 'hallmark_pieces', 'huids'];

interface PieceProps {
  readonly piece: PieceDraft;
  readonly place: number;
  readonly rows: readonly RowWithPrice[];
  readonly isNew: boolean;
  /** The words of the shop's region. */
  readonly called: Terms;
  readonly errors: Worked['errors'];
  readonly onChange: (change: Partial<PieceDraft>) => void;
  /** None for the only piece. */
  readonly onRemove: (() => void) | undefined;
}

/** A piece of jewellery: weight first, and what is seldom needed behind a heading. */
export function PieceFields({ piece, place, rows, isNew, called, errors, onChange, onRemove }: PieceProps) {
  const path = `pieces.${place}`;
  const more = useRef<HTMLDetailsElement>(null);
  const hasFault = SELDOM.some((name) => errors[`${path}.${name}`] !== undefined);
  useEffect(() => {
    if (hasFault) more.current!.open = true;
  }, [hasFault]);
  const number = (field: keyof PieceDraft & string, name: string) => ({
    ...{ name: `${path}.${name}`, value: piece[field] as TypedNumber, errors },
    onChange: (value: TypedNumber) => onChange({ [field]: value }),
  });
  return (
    <fieldset className="fieldset estimate__piece">
      <legend>{say(words.piece, { number: place + 1 })}</legend>
      <EstimateNumber label={words.gross} decimals={WEIGHT_DECIMALS} autoFocus={isNew} {...number('gross', 'gross_grams')} />
      <RowChoice label={words.row} rows={rows} id={piece.row} onChange={(row) => onChange({ row })} />
      <Choice
        label={called.making}
        value={piece.makingMode}
        options={words.makingModes}
        onChange={(makingMode) => onChange({ makingMode, making: '' })}
      />
      <EstimateNumber
        label={say(words.making[piece.makingMode], called)}
        isGrouped={piece.makingMode !== 'percent'}
        {...number('making', 'making.value')}
      />
      <Choice
        label={called.wastage}
        value={piece.wastageMode}
        options={words.wastageModes}
        onChange={(wastageMode) => onChange({ wastageMode, wastage: '' })}
      />
      <EstimateNumber label={say(words.wastage, called)} {...number('wastage', 'wastage.percent')} />
      <details className="estimate__more" ref={more}>
        <summary>{words.more}</summary>
        <div className="estimate__fields">
          <EstimateNumber label={words.stone} decimals={WEIGHT_DECIMALS} {...number('stone', 'stone_grams')} />
          <EstimateNumber label={words.stones} isGrouped {...number('stones', 'stones')} />
          <EstimateNumber label={words.other} isGrouped {...number('other', 'other')} />
          <EstimateNumber label={say(words.makingDiscount, called)} {...number('makingDiscount', 'making.discount_percent')} />
          <EstimateNumber label={words.hallmarks} decimals={0} {...number('hallmarks', 'hallmark_pieces')} />
          <TextField
            className="estimate__wide"
            label={words.huids}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            value={piece.huids}
            error={errors[`${path}.huids`]}
            onChange={(huids) => onChange({ huids })}
          />
        </div>
      </details>
      {onRemove && <Remove label={say(words.removePiece, { number: place + 1 })} onRemove={onRemove} />}
    </fieldset>
  );
}

interface OldProps {
  readonly old: OldDraft;
  readonly isNew: boolean;
  readonly place: number;
  /** At which the shop buys; none for a shop that shows no such row. */
  readonly bought: readonly RowWithPrice[];
  readonly fine: string | undefined;
  readonly errors: Worked['errors'];
  readonly onChange: (change: Partial<OldDraft>) => void;
  readonly onRemove: () => void;
}

/** Old gold that the customer gives. */
export function OldFields({ old, place, isNew, bought, fine, errors, onChange, onRemove }: OldProps) {
  const path = `old.${place}`;
  const number = (field: keyof OldDraft & string, name: string) => ({
    ...{ name: `${path}.${name}`, value: old[field] as TypedNumber, errors },
    onChange: (value: TypedNumber) => onChange({ [field]: value }),
  });
  const isByRow = old.by === 'row';
  return (
    <fieldset className="fieldset estimate__piece">
      <legend>{say(words.oldGold, { number: place + 1 })}</legend>
      <EstimateNumber label={words.grams} decimals={WEIGHT_DECIMALS} autoFocus={isNew} {...number('grams', 'grams')} />
      {(isByRow || bought.length > 0) && (
        <Choice
          className="estimate__wide"
          label={words.oldMode}
          value={old.by}
          options={words.oldModes}
          onChange={(by) => onChange({ by })}
        />
      )}
      {isByRow ? (
        <>
          <RowChoice label={words.oldRow} rows={bought} id={old.row} onChange={(row) => onChange({ row })} />
          <EstimateNumber label={words.deduction} {...number('deduction', 'deduction_percent')} />
        </>
      ) : (
        <>
          <EstimateNumber label={words.tested} {...number('tested', 'tested_percent')} />
          <EstimateNumber label={words.dust} {...number('dust', 'dust_percent')} />
          <EstimateNumber
            label={words.pricePerGram}
            isGrouped
            placeholder={fine && groupRupees(Number(fine))}
            {...number('price', 'price_per_gram')}
          />
        </>
      )}
      <Remove label={say(words.removeOld, { number: place + 1 })} onRemove={onRemove} />
    </fieldset>
  );
}

function Remove({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <ActionIcon className="estimate__remove" variant="subtle" color="red" aria-label={label} title={label} onClick={onRemove}>
      <Icon name="trash" />
    </ActionIcon>
  );
}
