import { Button, Skeleton } from '@mantine/core';
import { type CustomTable, limits, texts } from '@sarafa/contracts';
import { type FormEvent, type RefObject, useRef } from 'react';
import { handFocus, useFocusHome } from '../../../shared/hand-focus.js';
import { notifyOutcome } from '../../../shared/notices.js';
import { say } from '../../../shared/language/page-language.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import { asDisabled } from '../../../shared/ui/as-disabled.js';
import { Failed } from '../../../shared/ui/failed.js';
import { NumberField } from '../../../shared/ui/number-field.js';
import { useOwnTablesQuery, useSetTablePriceMutation } from '../shop-dashboard.api.js';
import { isWithin } from './setting-row.js';
import { useNumberDraft } from '../use-draft.js';

const { prices: words } = dashboardTexts;

/** The custom rows, whose prices the shop sets itself; the provider creates them (rule 5.6). */
export function OwnTablesSection() {
  const { data, isLoading, isFetching, refetch } = useOwnTablesQuery(undefined, {
    refetchOnMountOrArgChange: true,
    // On a counter's tablet that stays in front nothing else asks again.
    pollingInterval: limits.profilePollMs,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="sheet" aria-labelledby="prices-title">
      <div className="sheet__h">
        <h2 id="prices-title" ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        {data && data.length > 0 && <span className="dim">{words.hint}</span>}
      </div>
      {data ? (
        data.length > 0 ? (
          data.map((table) => <PriceRow key={table.id} table={table} home={heading} />)
        ) : (
          <p className="prow prow--none dim">{words.none}</p>
        )
      ) : isLoading ? (
        <div className="prow" role="status" aria-label={portalTexts.common.loading}>
          <Skeleton width="60%" height="0.875rem" />
          <Skeleton height="2.375rem" />
        </div>
      ) : (
        <Failed text={words.readFailed} isAsking={isFetching} onTryAgain={() => void refetch()} />
      )}
    </section>
  );
}

interface RowProps {
  readonly table: CustomTable;
  /** Gets the focus when the row is removed with it, because the provider has deleted it. */
  readonly home: RefObject<HTMLElement | null>;
}

function PriceRow({ table, home }: RowProps) {
  const { field, value: price, isChanged } = useNumberDraft(`price ${table.id}`, table.price);
  const [save, { isLoading }] = useSetTablePriceMutation();
  const row = useFocusHome(home);
  const title = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const fits = isWithin(price, limits.customTable.price, 2);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || !fits || isLoading) return;
    const isSaved = await notifyOutcome(save({ id: table.id, price }).unwrap(), words.failed, texts.ownShop.priceUpdated);
    // The button is removed when there is nothing left to save.
    if (isSaved) handFocus(button.current, title.current);
  };
  return (
    <form ref={row} className={isChanged ? 'prow is-changed' : 'prow'} noValidate onSubmit={(event) => void submit(event)}>
      <b ref={title} tabIndex={-1}>
        {table.title}
      </b>
      <NumberField
        {...field}
        aria-label={say(words.priceOf, { title: table.title })}
        leftSection="₹"
        leftSectionPointerEvents="none"
        decimals={2}
        isPrice
        isGrouped
        error={fits ? undefined : words.outside}
      />
      {isChanged && (
        <Button ref={button} type="submit" variant="filled" {...asDisabled(!fits || isLoading)}>
          {isLoading ? portalTexts.common.saving : words.save}
        </Button>
      )}
    </form>
  );
}
