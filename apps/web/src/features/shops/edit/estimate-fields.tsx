import { GstBasis, HallmarkMode, limits } from '@sarafa/contracts';
import { useEstimateTermsQuery } from '../../../shared/api/estimate-terms.api.js';
import { say } from '../../../shared/language/page-language.js';
import { Choice } from '../../../shared/ui/offered.js';
import { estimateTexts as words } from '../../../shared/texts/estimate-texts.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import type { ShopValues } from './shop-changes.js';

interface Props {
  readonly values: Pick<ShopValues, 'region' | 'gst_basis' | 'hallmark_mode'>;
  readonly onChange: (changed: Partial<ShopValues>) => void;
}

/** How the shop estimates, with the provider's taxes and charges, which are configuration. */
export function EstimateFields({ values, onChange }: Props) {
  const { data: terms } = useEstimateTermsQuery();
  const making = words.terms.making;
  const percents = { percent: terms?.gst_percent ?? '–', makingPercent: terms?.making_gst_percent ?? '–', making };
  const service = { percent: limits.estimate.servicePercent };
  return (
    <fieldset className="field">
      <legend className="field__l">{words.title}</legend>
      <Choice
        label={words.region}
        value={values.region ?? 'other'}
        options={words.regions}
        onChange={(region) => onChange({ region: region === 'other' ? null : region })}
      />
      <Choice
        label={words.gstBasis}
        value={values.gst_basis}
        options={GstBasis.options.map((basis) => [basis, say(words.gstBases[basis], percents)] as const)}
        onChange={(gst_basis) => onChange({ gst_basis })}
      />
      <Choice
        label={words.hallmarkMode}
        value={values.hallmark_mode}
        options={HallmarkMode.options.map((mode) => [mode, say(words.hallmarkModes[mode], service)] as const)}
        onChange={(hallmark_mode) => onChange({ hallmark_mode })}
      />
      {terms && (
        <p className="hint">
          {say(portalTexts.editor.hallmarkCharge, { gold: terms.hallmark_charge.gold, silver: terms.hallmark_charge.silver })}
        </p>
      )}
    </fieldset>
  );
}
