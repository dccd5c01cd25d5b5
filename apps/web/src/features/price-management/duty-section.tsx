import { useImportDutyQuery } from '../../shared/api/market.api.js';
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
          <div>
            <p className="metal metal--gold">{words.gold}</p>
            <p className="fig">{words.percent(data.goldImportDuty)}</p>
          </div>
          <div>
            <p className="metal metal--silver">{words.silver}</p>
            <p className="fig">{words.percent(data.silverImportDuty)}</p>
          </div>
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
