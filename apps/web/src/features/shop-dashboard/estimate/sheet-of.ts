import { limits } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { amountInWords } from '../../../shared/amount-in-words.js';
import { dateTime, dayOfYear } from '../../../shared/language/page-dates.js';
import { say } from '../../../shared/language/page-language.js';
import { boardTexts } from '../../../shared/texts/on-board-texts.js';
import { estimateTexts as texts } from '../../../shared/texts/estimate-texts.js';
import type { EstimateDocument } from './estimate-document.js';
import { inRupees, type Part, partsOf, type Titles } from './parts-of.js';
import { rateWords } from './rate-words.js';
import { termsOf } from './region.js';

const { document: words } = texts;

/** A document in the language of the page, as the page, the picture and the paper show it. */
export interface Sheet {
  readonly shop: string;
  readonly place: string;
  readonly number: string;
  readonly made: string;
  readonly customer: string;
  readonly rate: ReturnType<typeof rateWords>;
  /** What the rate is of, how it is taxed, and until when it is valid. */
  readonly terms: readonly string[];
  readonly parts: readonly (Part & { readonly notes: readonly string[] })[];
  readonly pay: { readonly label: string; readonly amount: string; readonly words: string };
  readonly notes: readonly string[];
}

export function sheetOf(document: EstimateDocument): Sheet {
  const { input, estimate, rates, city } = document;
  const made = Date.parse(document.made_at);
  const terms = termsOf(document.region);
  const toPay = Number(estimate.to_pay);
  return {
    ...{
      shop: document.shop_name || boardTexts.defaultShopName,
      place: city,
      number: say(words.number, { number: document.number }),
    },
    made: `${dayOfYear(made)}, ${dateTime(made).split(', ').pop()}`,
    customer: document.customer && say(words.customer, { name: document.customer }),
    rate: rateWords(document),
    terms: [
      rates.rate_list ? say(boardTexts.basisOfSource, { source: rates.rate_list.name }) : say(boardTexts.basisOfCity, { city }),
      taxWords(document, terms.making),
      say(words.until, { time: dateTime(Date.parse(document.valid_until)) }),
    ],
    parts: partsOf(estimate, input, terms, titlesOf(document)).map((part, place) => ({
      ...part,
      notes: notesOf(document, place),
    })),
    pay: {
      label: toPay < 0 ? texts.toPayBack : texts.toPay,
      amount: inRupees(estimate.to_pay.replace('-', '')),
      words: amountInWords(Math.abs(toPay)),
    },
    notes: [
      ...(Number(estimate.total) > limits.estimate.withoutPan
        ? [say(words.pan, { rupees: groupRupees(limits.estimate.withoutPan) })]
        : []),
      texts.notInvoice,
    ],
  };
}

function titlesOf({ pieces, old_titles }: EstimateDocument): Titles {
  return { pieces: pieces.map(({ title }) => title), old: old_titles };
}

function taxWords({ input: { gst } }: EstimateDocument, making: string): string {
  const { percent, making_percent = '' } = gst;
  const basis = say(texts.gstBases[gst.basis], { percent, makingPercent: making_percent, making });
  return say(words.taxed, { basis, as: texts.gstAsModes[gst.as] });
}

/** What is to be known of a piece beside its lines. */
function notesOf({ pieces }: EstimateDocument, place: number): string[] {
  const piece = pieces[place];
  if (!piece) return [];
  const { age, huids } = piece;
  return [
    ...(age ? [boardTexts.rowAge[age]] : []),
    ...(huids.length > 0 ? [say(words.huids, { huids: huids.join(', ') })] : []),
  ];
}
