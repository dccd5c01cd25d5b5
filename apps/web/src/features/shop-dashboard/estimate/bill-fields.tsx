import { type EstimateTerms, limits, type ProfileSettings } from '@sarafa/contracts';
import { Choice } from '../../../shared/ui/offered.js';
import { say } from '../../../shared/language/page-language.js';
import { estimateTexts as words } from '../../../shared/texts/estimate-texts.js';
import type { EstimateDraft, Worked } from './estimate-draft.js';
import { EstimateNumber } from './piece-fields.js';
import { asIn, termsOf } from './region.js';

interface Props {
  readonly draft: EstimateDraft;
  readonly terms: EstimateTerms;
  readonly errors: Worked['errors'];
  readonly onChange: (change: Partial<EstimateDraft>) => void;
  /** What is so for every estimate of the shop. */
  readonly onUsual: (change: Partial<EstimateDraft>, settings: ProfileSettings) => void;
}

/** Each word with its numbers put in. */
function said<M extends string>(messages: Readonly<Record<M, string>>, values: Readonly<Record<string, string | number>>) {
  return Object.entries<string>(messages).map(([mode, message]) => [mode as M, say(message, values)] as const);
}

/** What is of all pieces: a discount, what was paid, and how it is taxed. */
export function BillFields({ draft, terms, errors, onChange, onUsual }: Props) {
  const { gst_percent: percent, making_gst_percent: makingPercent } = terms;
  const bases = said(words.gstBases, { percent, makingPercent, making: termsOf(draft.region).making });
  return (
    <section className="sheet part" aria-labelledby="estimate-bill">
      <h2 id="estimate-bill">{words.bill}</h2>
      <div className="estimate__fields">
        <EstimateNumber
          label={words.discount}
          name="bill_discount"
          isGrouped
          {...{ errors, value: draft.discount }}
          onChange={(discount) => onChange({ discount })}
        />
        <EstimateNumber
          label={words.paid}
          name="paid"
          isGrouped
          {...{ errors, value: draft.paid }}
          onChange={(paid) => onChange({ paid })}
        />
        <Choice
          className="estimate__wide"
          label={words.gstAs}
          value={draft.as}
          options={words.gstAsModes}
          onChange={(as) => onChange({ as })}
        />
        <Choice
          className="estimate__wide"
          label={words.gstBasis}
          value={draft.basis}
          options={bases}
          onChange={(basis) => onUsual({ basis }, { gst_basis: basis })}
        />
        <Choice
          className="estimate__wide"
          label={words.hallmarkMode}
          value={draft.hallmarkMode}
          options={said(words.hallmarkModes, { percent: limits.estimate.servicePercent })}
          onChange={(hallmarkMode) => onUsual({ hallmarkMode }, { hallmark_mode: hallmarkMode })}
        />
        <Choice
          className="estimate__wide"
          label={words.region}
          value={draft.region}
          options={words.regions}
          onChange={(region) =>
            onUsual(
              { region, pieces: draft.pieces.map((piece) => asIn(region, piece)) },
              { region: region === 'other' ? null : region },
            )
          }
        />
      </div>
    </section>
  );
}
