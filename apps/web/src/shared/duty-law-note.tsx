import { limits } from '@sarafa/contracts';
import { startOf } from '@sarafa/domain';
import { useImportDutyQuery } from './api/market.api.js';
import { dayOfYear } from './language/page-dates.js';
import { say } from './language/page-language.js';
import { priceTexts } from './texts/price-texts.js';
import { StateWord } from './ui/state-word.js';

/** Says that boards use another import duty than the one in law (rule 10.17). It is there while it is empty, for screen readers. */
export function DutyLawNote() {
  const { data } = useImportDutyQuery(undefined, { pollingInterval: limits.statusPollMs });
  const law = data?.law;
  return (
    <div role="status" className="lawnote">
      {law && (
        <StateWord tone="warn">
          {say(priceTexts.duty.law, {
            gold: data.goldImportDuty,
            silver: data.silverImportDuty,
            isOne: data.goldImportDuty === data.silverImportDuty,
            lawGold: law.goldImportDuty,
            lawSilver: law.silverImportDuty,
            isOneInLaw: law.goldImportDuty === law.silverImportDuty,
            since: dayOfYear(startOf(law)),
          })}
        </StateWord>
      )}
    </div>
  );
}
