import { ActionIcon } from '@mantine/core';
import { limits, type Metal, type RateList } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { say } from '../../../shared/language/page-language.js';
import { FinenessChoice, MetalChoice } from '../../../shared/ui/offered.js';
import { metalName } from '../../../shared/row-title.js';
import { rateListTexts as words } from '../../../shared/texts/rate-list-texts.js';
import { Icon } from '../../../shared/ui/icon.js';
import { numberIn, NumberField, type TypedNumber } from '../../../shared/ui/number-field.js';
import { Before, selectAll } from './metal-fields.js';
import { type Jump, priceBefore, type PurityDraft, type RatesDraft } from './rate-draft.js';

const { perGram } = limits.rateList;

/** `22K gold`; the metal alone while its fineness can't be read. */
function purityName({ metal, fineness }: { readonly metal: Metal; readonly fineness: TypedNumber }): string {
  const parts = numberIn(fineness);
  return parts === undefined ? words.metals[metal] : metalName(metal, parts);
}

interface Props {
  readonly price: PurityDraft;
  /** The path of the price in what is sent: `prices.0`. */
  readonly path: string;
  readonly list: RateList | undefined;
  /** When the list was set, as a text. */
  readonly setAt: string;
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly onChange: (price: PurityDraft) => void;
  readonly onRemove: () => void;
  /** Whether it isn't in the list yet, and may become another purity. */
  readonly isNew: boolean;
  /** Whether it was just added. */
  readonly isAdded: boolean;
  /** Whether the dialog begins with it. */
  readonly isFirst: boolean;
  /** What else is known of the price. */
  readonly note?: string | undefined;
}

/** What a gram of a purity costs, with the price until now and the change. */
export function PurityFields({ price, path, list, setAt, errors, onChange, onRemove, isNew, isAdded, isFirst, note }: Props) {
  const name = purityName(price);
  const remove = say(words.remove, { purity: name });
  const sides = (['sell', 'buy'] as const).map((side) => ({ side, before: priceBefore(list, side, price) }));
  return (
    <fieldset className="fieldset ratelist__metal ratelist__purity">
      <legend>{name}</legend>
      {isNew && (
        <div className="ratelist__of">
          <MetalChoice of={price} onChange={(purity) => onChange({ ...price, ...purity })} />
          <FinenessChoice
            of={price}
            name={`${path}.fineness`}
            error={errors[`${path}.fineness`]}
            onChange={(fineness) => onChange({ ...price, fineness })}
          />
        </div>
      )}
      {sides.map(({ side }) => (
        <NumberField
          key={side}
          label={words[side]}
          name={`${path}.${side}`}
          decimals={perGram.decimals}
          min={0}
          max={perGram.max}
          isGrouped
          placeholder={side === 'buy' ? words.optional : undefined}
          autoFocus={isAdded && side === 'sell'}
          data-autofocus={(isFirst && side === 'sell') || undefined}
          value={price[side]}
          error={errors[`${path}.${side}`]}
          onFocus={selectAll}
          onChange={(typed) => onChange({ ...price, [side]: typed })}
        />
      ))}
      <ActionIcon className="is-danger" title={remove} aria-label={remove} onClick={onRemove}>
        <Icon name="trash" />
      </ActionIcon>
      {sides.map(
        ({ side, before }) =>
          before && (
            <Before
              key={side}
              text={say(side === 'buy' ? words.buyBefore : before.isWorkedOut ? words.workedOut : words.before, {
                price: groupRupees(before.rupees),
                time: setAt,
              })}
              change={before.change}
            />
          ),
      )}
      {note !== undefined && <p className="ratelist__was dim num">{note}</p>}
    </fieldset>
  );
}

/** What the fields of prices are called in messages about them. */
export function purityLabels(prices: RatesDraft['prices']): Record<string, string> {
  const labels = prices.flatMap(([, price], index) => {
    const purity = purityName(price);
    return [
      [`prices.${index}.fineness`, price.fineness === '' ? say(words.finenessOf, { metal: purity }) : purity],
      [`prices.${index}.sell`, say(words.sellOf, { purity })],
      [`prices.${index}.buy`, say(words.buyOf, { purity })],
    ];
  });
  return Object.fromEntries(labels) as Record<string, string>;
}

export function jumpName({ metal, purity, side }: Jump): string {
  if (!purity) return words.metals[metal];
  const name = purityName(purity);
  return side === 'buy' ? say(words.buyOf, { purity: name }) : name;
}
