import { Button } from '@mantine/core';
import { type EstimateTerms, limits, type PriceSnapshot, type ProfileSettings } from '@sarafa/contracts';
import { shownTypes } from '@sarafa/domain';
import { useRef, useState } from 'react';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { notifyFailed } from '../../../shared/notices.js';
import { say } from '../../../shared/page-language.js';
import { useKeptDraft } from '../../../shared/kept-draft.js';
import { serverNow } from '../../../shared/server-time.js';
import { estimateTexts as words } from '../../../shared/texts/estimate-texts.js';
import { asDisabled } from '../../../shared/ui/as-disabled.js';
import { Icon } from '../../../shared/ui/icon.js';
import { useSetProfileSettingsMutation } from '../shop-dashboard.api.js';
import { BillFields } from './bill-fields.js';
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
import { documentOf, type EstimateDocument } from './estimate-document.js';
import { EstimateResult } from './estimate-result.js';
import { OldFields, PieceFields } from './piece-fields.js';
import { type Terms, termsOf } from './region.js';

/** What the fields are called in messages, by the last part of their paths. */
function labelsOf(called: Terms) {
  return {
    ...{ gross_grams: words.gross, stone_grams: words.stone, stones: words.stones, other: words.other },
    ...{ value: called.making, discount_percent: say(words.makingDiscount, called), percent: say(words.wastage, called) },
    ...{ hallmark_pieces: words.hallmarks, bill_discount: words.discount, paid: words.paid, grams: words.grams },
    ...{ tested_percent: words.tested, dust_percent: words.dust, price_per_gram: words.pricePerGram },
    deduction_percent: words.deduction,
  };
}

interface FormProps {
  readonly shop: WholeShop;
  readonly rates: PriceSnapshot;
  readonly terms: EstimateTerms;
  /** Whether the rates are from before. */
  readonly isError: boolean;
  readonly onMake: (made: EstimateDocument) => void;
}

export function EstimateForm({ shop, rates, terms, isError, onMake }: FormProps) {
  const [save] = useSetProfileSettingsMutation();
  const [addPiece, addOld] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const isShown = rates.rows_mode ? () => true : ({ id }: { id: string }) => (shownTypes(shop) as string[]).includes(id);
  const sold = pricedRows(rates, 'sell').filter(isShown);
  const rows = sold.length > 0 ? sold : pricedRows(rates, 'sell');
  // Begun with the first rates that there are, and kept while there are none.
  const [begun, setBegun] = useState(() => (rows.length > 0 ? newDraft(shop, rows) : undefined));
  if (!begun && rows.length > 0) setBegun(newDraft(shop, rows));
  const [changed, setChanged] = useKeptDraft<EstimateDraft>(`estimate ${shop.id}`);
  const draft = changed ?? begun;
  const bought = pricedRows(rates, 'buy').filter(({ metal }) => metal === 'gold');
  const fine = finePrice(rates);
  if (!draft || rows.length === 0) return <p>{words.noRates}</p>;

  const change = (changes: Partial<EstimateDraft>) => {
    const now = { ...draft, ...changes };
    setChanged(now);
    keepUsual(shop.id, now);
  };
  const changeUsual = (changes: Partial<EstimateDraft>, settings: ProfileSettings) => {
    change(changes);
    save({ id: shop.id, settings })
      .unwrap()
      .catch(() => notifyFailed(words.usualNotSaved));
  };
  const changeIn = <T extends PieceDraft | OldDraft>(list: readonly T[], key: string, part: Partial<T>) =>
    list.map((one) => (one.key === key ? { ...one, ...part } : one));
  const input = inputOf(draft, { rows, bought, fine }, terms);
  const called = termsOf(draft.region);
  const { estimate, errors } = worked(draft, input, labelsOf(called));
  const isBegun = input.pieces.some(isWeighed) || draft.old.some(({ grams }) => grams !== '');
  const isFull = draft.pieces.length >= limits.estimate.pieces;
  return (
    <div className="cols estimate">
      <form className="stack" noValidate onSubmit={(event) => event.preventDefault()}>
        <div className="sheet part">
          {draft.pieces.map((piece, place) => (
            <PieceFields
              key={piece.key}
              {...{ piece, place, rows, called, errors }}
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
        <BillFields {...{ draft, terms, errors }} onChange={change} onUsual={changeUsual} />
      </form>
      <EstimateResult
        {...{ draft, input, estimate, errors, isBegun, isError }}
        onChange={change}
        onMake={() => {
          onMake(documentOf({ shop, rates, isLost: isError, draft, rows, input }, serverNow()));
          // The device keeps the document, so nothing would be lost with the page.
          setBegun(draft);
          setChanged(undefined);
        }}
        onStartAnew={() => {
          setChanged(undefined);
          setBegun(newDraft(shop, rows));
        }}
      />
    </div>
  );
}
