import { Button, VisuallyHidden } from '@mantine/core';
import { type Estimate, type EstimateTerms, limits, type PriceSnapshot } from '@sarafa/contracts';
import { shownTypes } from '@sarafa/domain';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router-dom';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { estimatePath, shopDashboardPath } from '../../../shared/links.js';
import { inWords, say } from '../../../shared/page-language.js';
import { Choice } from '../../../shared/rate-rows/offered.js';
import { useSession } from '../../../shared/session.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { boardTexts } from '../../../shared/texts/on-board-texts.js';
import { estimateTexts as words } from '../../../shared/texts/estimate-texts.js';
import { asDisabled } from '../../../shared/ui/as-disabled.js';
import { Failed } from '../../../shared/ui/failed.js';
import { FullScreenOverlay } from '../../../shared/ui/full-screen-overlay.js';
import { Icon } from '../../../shared/ui/icon.js';
import { useEstimateTermsQuery, useOwnRatesQuery, useOwnShopQuery } from '../shop-dashboard.api.js';
import { Standing } from '../shop-band.js';
import { ShopBar } from '../shop-bar.js';
import {
  type EstimateDraft,
  finePrice,
  inputOf,
  isWeighed,
  keepUsual,
  newDraft,
  newOld,
  newPiece,
  type OldDraft,
  type PieceDraft,
  pricedRows,
  worked,
} from './estimate-draft.js';
import { EstimateLines, inRupees } from './estimate-lines.js';
import { EstimateNumber, OldFields, PieceFields } from './piece-fields.js';

/** On a counter's tablet that stays in front nothing else asks again. */
const often = { pollingInterval: limits.profilePollMs };
const HALLMARK_MODES = inWords(() => Object.entries(words.hallmarkModes));
const TAXES = inWords(() => Object.entries(words.gstAsModes));
/** What the fields are called in messages, by the last part of their paths. */
const LABELS = inWords(() => ({
  ...{ gross_grams: words.gross, stone_grams: words.stone, stones: words.stones, other: words.other },
  ...{ value: words.makingMode, discount_percent: words.makingDiscount, percent: words.wastage },
  ...{ hallmark_pieces: words.hallmarks, bill_discount: words.discount, paid: words.paid, grams: words.grams },
  ...{ tested_percent: words.tested, dust_percent: words.dust, price_per_gram: words.pricePerGram },
  deduction_percent: words.deduction,
}));

/** What pieces come to at the rates of the shop's board: an address of its own beneath the dashboard. */
export function EstimatePage() {
  const { userId } = useParams();
  const { current } = useSession();
  const { data: shop, isLoading, isFetching, refetch } = useOwnShopQuery(undefined, often);
  if (!current) return null;
  if (userId !== current.userId) return <Navigate to={estimatePath(current.userId)} replace />;
  if (isLoading) return <FullScreenOverlay message={dashboardTexts.loading} isSheer />;
  return (
    <div className="shop">
      <title>{`${words.title} · ${boardTexts.product}`}</title>
      <ShopBar />
      <header className="shop__band">
        <div className="shop__in">
          <div className="shop__top estimate__top">
            <Button
              className="btn--on-dark"
              variant="default"
              component={Link}
              to={shopDashboardPath(current.userId)}
              leftSection={<Icon name="left" />}
            >
              {words.back}
            </Button>
            <h1>{words.title}</h1>
          </div>
        </div>
      </header>
      <main className="shop__page" tabIndex={-1}>
        <div className="shop__in">
          {shop ? (
            <WithRates shop={shop} />
          ) : (
            <Failed text={dashboardTexts.loadFailed} isAsking={isFetching} onTryAgain={() => void refetch()} />
          )}
        </div>
      </main>
    </div>
  );
}

function WithRates({ shop }: { shop: WholeShop }) {
  const pollingInterval = Math.min(shop.price_update_interval, limits.profilePollMs);
  // Not `data`, which stays when the subscription ends and nothing is read any more.
  const { currentData, isError, error } = useOwnRatesQuery(shop.id, { pollingInterval, skip: !shop.isSubscriptionValid });
  const rates = shop.isSubscriptionValid ? currentData : undefined;
  const { data: terms, isError: isUnread, isFetching, refetch } = useEstimateTermsQuery(undefined, often);
  return (
    <>
      <p className="estimate__stand" role="status">
        {shop.isSubscriptionValid ? <Standing {...{ rates, isError, error }} /> : words.noRates}
      </p>
      {terms && rates ? (
        <EstimateForm {...{ shop, rates, terms, isError: isError || rates.keptAt !== undefined }} />
      ) : isUnread ? (
        <Failed text={words.notRead} isAsking={isFetching} onTryAgain={() => void refetch()} />
      ) : (
        shop.isSubscriptionValid && !isError && <p className="dim">{words.loading}</p>
      )}
    </>
  );
}

interface FormProps {
  readonly shop: WholeShop;
  readonly rates: PriceSnapshot;
  readonly terms: EstimateTerms;
  /** Whether the rates are from before. */
  readonly isError: boolean;
}

function EstimateForm({ shop, rates, terms, isError }: FormProps) {
  const [draft, setDraft] = useState(() => newDraft(shop.id));
  const [addPiece, addOld] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const isShown = rates.rows_mode ? () => true : ({ id }: { id: string }) => (shownTypes(shop) as string[]).includes(id);
  const sold = pricedRows(rates, 'sell').filter(isShown);
  const rows = sold.length > 0 ? sold : pricedRows(rates, 'sell');
  const bought = pricedRows(rates, 'buy').filter(({ metal }) => metal === 'gold');
  const fine = finePrice(rates);
  if (rows.length === 0) return <p>{words.noRates}</p>;

  const change = (changes: Partial<EstimateDraft>) => {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    keepUsual(shop.id, changed);
  };
  const changeIn = <T extends PieceDraft | OldDraft>(list: readonly T[], key: string, part: Partial<T>) =>
    list.map((one) => (one.key === key ? { ...one, ...part } : one));
  const input = inputOf(draft, { rows, bought, fine }, terms);
  const { estimate, errors } = worked(input, LABELS);
  const isBegun = draft.pieces.some(isWeighed) || draft.old.some(({ grams }) => grams !== '');
  const bases = Object.entries(words.gstBases).map(
    ([basis, name]) => [basis, say(name, { percent: terms.gst_percent, making: terms.making_gst_percent })] as const,
  );
  const isFull = draft.pieces.length >= limits.estimate.pieces;
  return (
    <div className="cols estimate">
      <form className="stack" noValidate onSubmit={(event) => event.preventDefault()}>
        <div className="sheet part">
          {draft.pieces.map((piece, place) => (
            <PieceFields
              key={piece.key}
              {...{ piece, place, rows, errors }}
              onChange={(part) => change({ pieces: changeIn(draft.pieces, piece.key, part) })}
              onRemove={
                draft.pieces.length > 1
                  ? () => {
                      change({ pieces: draft.pieces.filter(({ key }) => key !== piece.key) });
                      addPiece.current?.focus();
                    }
                  : undefined
              }
            />
          ))}
          {draft.old.map((old, place) => (
            <OldFields
              key={old.key}
              {...{ old, place, bought, fine, errors }}
              onChange={(part) => change({ old: changeIn(draft.old, old.key, part) })}
              onRemove={() => {
                change({ old: draft.old.filter(({ key }) => key !== old.key) });
                addOld.current?.focus();
              }}
            />
          ))}
          <div className="estimate__adders">
            <Button
              ref={addPiece}
              variant="default"
              leftSection={<Icon name="plus" />}
              onClick={() => change({ pieces: [...draft.pieces, newPiece(draft.pieces.slice(-1)[0]!)] })}
              {...asDisabled(isFull)}
            >
              {words.addPiece}
            </Button>
            <Button
              ref={addOld}
              variant="default"
              leftSection={<Icon name="plus" />}
              onClick={() => change({ old: [...draft.old, newOld(bought[0]?.id ?? '')] })}
              {...asDisabled(draft.old.length >= limits.estimate.pieces)}
            >
              {words.addOld}
            </Button>
          </div>
        </div>
        <section className="sheet part" aria-labelledby="estimate-bill">
          <h2 id="estimate-bill">{words.bill}</h2>
          <div className="estimate__fields">
            <EstimateNumber
              label={words.discount}
              name="bill_discount"
              isGrouped
              {...{ errors, value: draft.discount }}
              onChange={(discount) => change({ discount })}
            />
            <EstimateNumber
              label={words.paid}
              name="paid"
              isGrouped
              {...{ errors, value: draft.paid }}
              onChange={(paid) => change({ paid })}
            />
            <div className="estimate__wide">
              <Choice
                label={words.gstAs}
                value={draft.as}
                options={TAXES as [string, string][]}
                onChange={(as) => change({ as: as as EstimateDraft['as'] })}
              />
            </div>
            <div className="estimate__wide">
              <Choice
                label={words.gstBasis}
                value={draft.basis}
                options={bases}
                onChange={(basis) => change({ basis: basis as EstimateDraft['basis'] })}
              />
            </div>
            <div className="estimate__wide">
              <Choice
                label={words.hallmarkMode}
                value={draft.hallmarkMode}
                options={HALLMARK_MODES as [string, string][]}
                onChange={(mode) => change({ hallmarkMode: mode as EstimateDraft['hallmarkMode'] })}
              />
            </div>
          </div>
        </section>
      </form>
      <section className="sheet part estimate__result" aria-labelledby="estimate-result">
        <h2 id="estimate-result">{words.result}</h2>
        {!isBegun ? (
          <p className="dim">{words.weighFirst}</p>
        ) : estimate ? (
          <EstimateLines {...{ estimate, input }} shown={draft.pieces.map(isWeighed)} />
        ) : (
          <p className="hint--err">{words.mend}</p>
        )}
        {isBegun && estimate && (
          <p className="estimate__pay">
            <span>{Number(estimate.to_pay) < 0 ? words.toPayBack : words.toPay}</span>
            <b className="num">{inRupees(estimate.to_pay.replace('-', ''))}</b>
          </p>
        )}
        <p className="hint">
          {words.notInvoice} {!isError && words.ratesOfNow}
        </p>
        <Spoken text={isBegun ? spokenOf(estimate) : ''} />
      </section>
    </div>
  );
}

function spokenOf(estimate: Estimate | null): string {
  if (!estimate) return words.mend;
  const { to_pay } = estimate;
  return `${Number(to_pay) < 0 ? words.toPayBack : words.toPay} ${inRupees(to_pay.replace('-', ''))}`;
}

/** How long nothing has to change before it is said: a screen reader would say each digit's sum. */
const SPOKEN_AFTER_MS = 1_000;

/** Says the sum to a screen reader, once somebody has stopped typing. */
function Spoken({ text }: { text: string }) {
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), SPOKEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <VisuallyHidden role="status">{spoken}</VisuallyHidden>;
}
