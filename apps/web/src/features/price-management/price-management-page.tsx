import { limits } from '@sarafa/contracts';
import { useDynamicSettingsQuery, useUpdateSettingsQuery } from '../../shared/api/market.api.js';
import { DutyLawNote } from '../../shared/duty-law-note.js';
import { priceTexts } from '../../shared/texts/price-texts.js';
import { Failed } from '../../shared/ui/failed.js';
import { LoadingSheet } from '../../shared/ui/loading-sheet.js';
import { PageHead } from '../../shared/ui/page-head.js';
import { AcceptedSection } from './accepted-section.js';
import { ChartSection } from './chart-section.js';
import { DutySection } from './duty-section.js';
import { DynamicSection, UpdateSection } from './interval-sections.js';
import { QuarantineSection } from './quarantine-section.js';
import { StatusSection } from './status-section.js';

const { settings: words } = priceTexts;

export function PriceManagementPage() {
  // As often as the status below, which says the same interval.
  const often = { pollingInterval: limits.statusPollMs };
  const update = useUpdateSettingsQuery(undefined, often);
  const dynamic = useDynamicSettingsQuery(undefined, often);
  return (
    <>
      <PageHead title={words.title} />
      <DutyLawNote />
      {update.data ? (
        <div className="prices">
          <div>
            <UpdateSection settings={update.data} />
            {dynamic.data ? (
              <DynamicSection settings={dynamic.data} />
            ) : (
              dynamic.isError && (
                <Failed text={words.failed} isAsking={dynamic.isFetching} onTryAgain={() => void dynamic.refetch()} />
              )
            )}
            <ChartSection />
            <QuarantineSection />
            <AcceptedSection />
          </div>
          <div>
            <StatusSection />
            <DutySection />
          </div>
        </div>
      ) : update.isError ? (
        <div className="sheet sheet--form">
          <Failed text={words.failed} isAsking={update.isFetching} onTryAgain={() => void update.refetch()} />
        </div>
      ) : (
        <LoadingSheet text={words.loading} rows={3} />
      )}
    </>
  );
}
