import { Button } from '@mantine/core';
import { type EstimateTerms, limits, type PriceSnapshot, type ProfileSettings } from '@sarafa/contracts';
import { useEffect, useRef, useState } from 'react';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { notifyFailed } from '../../../shared/notices.js';
import { say } from '../../../shared/language/page-language.js';
import { useKeptDraft } from '../../../shared/kept/kept-draft.js';
import { serverNow } from '../../../shared/requests/server-time.js';
import { estimateTexts as words } from '../../../shared/texts/estimate-texts.js';
import { asDisabled } from '../../../shared/ui/as-disabled.js';
import { Icon } from '../../../shared/ui/icon.js';
import { useSetProfileSettingsMutation } from '../shop-dashboard.api.js';
import { BillFields } from './bill-fields.js';
import {
  type EstimateDraft,
  inputOf,
  isWeighed,
  keepUsual,
  newDraft,
  newOld,
  newPiece,
  type OldDraft,
  type PieceDraft,
  pricesIn,
  rowOf,
  titleOfOld,
  worked,
} from './estimate-draft.js';
import { documentOf, type EstimateDocument } from './estimate-document.js';
import { EstimateResult } from './estimate-result.js';
import { OldFields, PieceFields } from './piece-fields.js';
import { type Terms, termsOf } from './region.js';

/** How long a customer waits for newer rates before the last ones are taken, which the estimate then says. */
const ASK_MS = 2_000;

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
  /** Asks for the rates that the board has now; undefined where they can't be had, null where the board has none any more. */
  readonly askAgain: () => Promise<PriceSnapshot | undefined | null>;
  readonly onMake: (made: EstimateDocument) => void;
}

export function EstimateForm({ shop, rates, terms, isError, askAgain, onMake }: FormProps) {
  const [save] = useSetProfileSettingsMutation();
  const [addPiece, addOld] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const prices = pricesIn(rates, shop);
  const { rows, bought, fine } = prices;
  // Begun with the first rates that there are, and kept while there are none.
  const [isMaking, setIsMaking] = useState(false);
  const [begun, setBegun] = useState(() => (rows.length > 0 ? newDraft(shop, rows) : undefined));
  if (!begun && rows.length > 0) setBegun(newDraft(shop, rows));
  const [changed, setChanged] = useKeptDraft<EstimateDraft>(`estimate ${shop.id}`);
  const draft = changed ?? begun;
  const [begunWith] = useState(() => new Set([...(draft?.pieces ?? []), ...(draft?.old ?? [])].map(({ key }) => key)));
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
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
  /** Whether somebody has just added it, or begins the page with it: only there the cursor goes to its weight. */
  const isNew = (key: string, place?: number) => !begunWith.has(key) || (place === 0 && !changed);
  const input = inputOf(draft, prices, terms);
  const called = termsOf(draft.region);
  const { estimate, errors } = worked(draft, input, labelsOf(called));
  const titles = {
    pieces: draft.pieces.map((piece) => rowOf(rows, piece.row)?.title),
    old: draft.old.map((old) => titleOfOld(old, bought)),
  };
  const make = async () => {
    setIsMaking(true);
    const tooLong = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ASK_MS));
    const now = await Promise.race([askAgain(), tooLong]);
    if (!isOpen.current) return;
    setIsMaking(false);
    if (now === null) return;
    const pricesNow = now ? pricesIn(now, shop) : prices;
    // What is made has to come to what was looked at.
    if (JSON.stringify(inputOf(draft, pricesNow, terms)) !== JSON.stringify(input)) return notifyFailed(words.ratesMoved);
    onMake(documentOf({ shop, rates: now ?? rates, isLost: !now, draft, ...pricesNow, input }, serverNow()));
    // The device keeps the document, so nothing would be lost with the page. What was typed meanwhile stays.
    setBegun(draft);
    setChanged((typed) => (typed === changed ? undefined : typed));
  };
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
              isNew={isNew(piece.key, place)}
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
              isNew={isNew(old.key)}
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
        {...{ draft, input, estimate, titles, errors, isBegun, isError, isMaking }}
        onChange={change}
        onMake={() => void make()}
        onStartAnew={() => {
          setChanged(undefined);
          setBegun(newDraft(shop, rows));
        }}
      />
    </div>
  );
}
