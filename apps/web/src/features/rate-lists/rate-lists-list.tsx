import { ActionIcon, Button } from '@mantine/core';
import { karats, limits, type ListedPurity, Metal, type RateList, type Rates } from '@sarafa/contracts';
import { groupRupees, listDueSince, listedUntil, marketBeside, rateListState } from '@sarafa/domain';
import { May } from '../../shared/session/may.js';
import { recently } from '../../shared/language/page-dates.js';
import { say } from '../../shared/language/page-language.js';
import { percentText } from './fields/rate-draft.js';
import { metalName } from '../../shared/row-title.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { rateListTexts as words } from '../../shared/texts/rate-list-texts.js';
import { Icon } from '../../shared/ui/icon.js';
import { type Column, Rows } from '../../shared/ui/rows.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { useIsNarrow } from '../../shared/ui/use-is-phone.js';

const { common } = portalTexts;

export type ListAction = 'set' | 'edit' | 'details' | 'delete';

interface Props {
  readonly lists: readonly RateList[];
  /** How many shops use a list; undefined while that isn't known. */
  readonly shopsOf: (list: RateList) => number | undefined;
  readonly now: number;
  /** The market's own rates; undefined while they aren't known or are old. */
  readonly market: Partial<Rates> | undefined;
  readonly onAction: (what: ListAction, list: RateList) => void;
}

export function RateListsList({ lists, shopsOf, now, market, onAction }: Props) {
  const standing = (list: RateList) => <Standing list={list} now={now} />;
  const actions = (list: RateList) => <Actions list={list} onAction={onAction} />;
  const columns: Column<RateList>[] = [
    { head: words.columns.name, cell: ({ name }) => <strong>{name}</strong>, cellClass: 'ratelists__name' },
    ...Metal.options.map((metal) => ({
      head: words.metals[metal],
      headClass: 'ratelists__rate',
      cell: (list: RateList) => <ListedRates of={list} metal={metal} market={market} />,
      cellClass: 'num ratelists__rate',
    })),
    { head: words.columns.state, cell: standing },
    { head: words.columns.shops, cell: (list) => shopsText(shopsOf(list)), cellClass: 'ratelists__shops' },
    { head: words.columns.actions, headClass: 'ratelists__acts', cell: actions },
  ];
  return (
    <Rows
      label={words.title}
      rows={lists}
      idOf={({ id }) => id}
      columns={columns}
      asCards={useIsNarrow()}
      cardClass="ratelists__card"
      card={(list) => (
        <>
          <strong className="ratelists__name">{list.name}</strong>
          {standing(list)}
          <dl>
            {metalsOf([list]).map((metal) => (
              <div key={metal}>
                <dt>{words.metals[metal]}</dt>
                <dd className="num ratelists__rate">
                  <ListedRates of={list} metal={metal} market={market} />
                </dd>
              </div>
            ))}
          </dl>
          <span className="dim">{shopsText(shopsOf(list))}</span>
          {actions(list)}
        </>
      )}
    />
  );
}

function shopsText(count: number | undefined): string {
  return count === undefined ? '' : say(words.shops, { count });
}

type Listed = Pick<RateList, Metal | 'prices'>;

/** The metals that any of these lists has a rate of. */
export function metalsOf(lists: readonly Listed[]): Metal[] {
  return Metal.options.filter((metal) =>
    lists.some((list) => list[metal] || list.prices.some((price) => price.metal === metal)),
  );
}

interface ListedRatesProps {
  readonly of: Listed;
  readonly metal: Metal;
  /** The market's own rates, to be compared with. */
  readonly market?: Partial<Rates> | undefined;
}

/** What a list says of a metal: its base rate, and what its purities cost. */
export function ListedRates({ of, metal, market }: ListedRatesProps) {
  const base = of[metal];
  const prices = of.prices.filter((price) => price.metal === metal);
  if (!base && prices.length === 0) return <span className="dim">{words.missing}</span>;
  return (
    <>
      {base && (
        <div>
          ₹{groupRupees(base.per_gram)}{' '}
          <span className="dim">{say(words.ofFineness, { fineness: String(base.fineness) })}</span>
          <Beside market={market} {...base} metal={metal} sell={base.per_gram} />
        </div>
      )}
      {prices.map(({ fineness, sell, buy }, index) => (
        <div key={fineness}>
          {shortName(metal, fineness)} ₹{groupRupees(sell)}{' '}
          {buy !== undefined && <span className="dim">{say(words.buysAt, { price: groupRupees(buy) })}</span>}
          {!base && index === 0 && <Beside market={market} {...{ metal, fineness, sell }} />}
        </div>
      ))}
    </>
  );
}

/** How far a metal's first price is from the market, so that a forgotten list is seen. */
function Beside({ market, ...price }: ListedPurity & Pick<ListedRatesProps, 'market'>) {
  const beside = marketBeside(market, price);
  if (!beside) return null;
  const { rupees, percent } = beside;
  const figures = { rupees: groupRupees(Math.abs(rupees)), percent: percentText(percent), isAbove: rupees > 0 };
  const text = rupees === 0 ? words.asMarket : say(words.fromMarket, figures);
  const isFar = Math.abs(percent) > limits.rateList.jumpPercent;
  return (
    <div className="ratelists__beside">
      {isFar ? <StateWord tone="warn">{text}</StateWord> : <span className="dim">{text}</span>}
    </div>
  );
}

/** `22K` beside the word for gold; as in a sentence where the trade has no karats. */
function shortName(metal: Metal, fineness: number): string {
  const karat = metal === 'gold' ? karats[fineness] : undefined;
  return karat ? say(words.karats, { karats: karat }) : metalName(metal, fineness);
}

function Standing({ list, now }: { list: RateList; now: number }) {
  const until = recently(listedUntil(list), now);
  const due = listDueSince(list, now);
  return (
    <>
      {rateListState(list, now) === 'stale' ? (
        <StateWord tone="err">{say(words.oldSince, { time: until })}</StateWord>
      ) : (
        <StateWord tone="ok">{say(words.validUntil, { time: until })}</StateWord>
      )}
      {due !== null && (
        <div>
          <StateWord tone="warn">{say(words.dueSince, { time: recently(due, now) })}</StateWord>
        </div>
      )}
    </>
  );
}

function Actions({ list, onAction }: { list: RateList } & Pick<Props, 'onAction'>) {
  return (
    <div className="acts">
      <May needs="operator">
        <Button
          variant="default"
          size="sm"
          aria-label={say(words.about, { what: words.set, name: list.name })}
          onClick={() => onAction('set', list)}
        >
          {words.set}
        </Button>
      </May>
      <ActionIcon
        title={words.details}
        aria-label={say(words.about, { what: words.details, name: list.name })}
        onClick={() => onAction('details', list)}
      >
        <Icon name="eye" />
      </ActionIcon>
      <May needs="operator">
        <ActionIcon
          title={common.edit}
          aria-label={say(words.about, { what: common.edit, name: list.name })}
          onClick={() => onAction('edit', list)}
        >
          <Icon name="edit" />
        </ActionIcon>
        <ActionIcon
          className="is-danger"
          title={common.delete}
          aria-label={say(words.deleteTitle, { name: list.name })}
          onClick={() => onAction('delete', list)}
        >
          <Icon name="trash" />
        </ActionIcon>
      </May>
    </div>
  );
}
