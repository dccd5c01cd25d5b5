import { dutiesOf, entriesOf, offeredMetals } from '@sarafa/contracts';
import { useImportDutyQuery } from '../../shared/api/market.api.js';
import { say } from '../../shared/language/page-language.js';
import { priceTexts } from '../../shared/texts/price-texts.js';
import { Failed } from '../../shared/ui/failed.js';

const { duty: words } = priceTexts;

export function DutySection() {
  const { data, isError, isFetching, refetch } = useImportDutyQuery();
  return (
    <section className="sheet block">
      <h2>{words.heading}</h2>
      {data ? (
        <div className="duo">
          {entriesOf(dutiesOf(data), offeredMetals).map(([metal, percent]) => (
            <div key={metal}>
              <p className={`metal metal--${metal}`}>{words[metal]}</p>
              <p className="fig">{say(words.percent, { value: percent })}</p>
            </div>
          ))}
        </div>
      ) : isError ? (
        <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />
      ) : (
        <p className="dim" role="status">
          {words.loading}
        </p>
      )}
      <p className="hint">{words.note}</p>
    </section>
  );
}
