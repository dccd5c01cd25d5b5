import { TextInput } from '@mantine/core';
import { dutiesOf, entriesOf, limits, offeredMetals } from '@sarafa/contracts';
import { useImportDutyQuery } from '../../shared/api/market.api.js';
import { DutyLawNote } from '../../shared/duty-law-note.js';
import { say } from '../../shared/language/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { priceTexts } from '../../shared/texts/price-texts.js';
import { Icon } from '../../shared/ui/icon.js';
import { Failed } from '../../shared/ui/failed.js';
import { LoadingSheet } from '../../shared/ui/loading-sheet.js';
import { PageHead } from '../../shared/ui/page-head.js';
import { dateTimeOfYear } from '../../shared/language/page-dates.js';
import { NextDutySection } from './next-duty-section.js';

const { duty: words } = priceTexts;

/** Read-only, because the duty comes from the configuration (rules 3.2 and 10.14). */
export function ImportDutyPage() {
  const { data, isError, isFetching, refetch } = useImportDutyQuery();
  return (
    <>
      <PageHead title={portalTexts.nav.importDuty} hint={words.hint} />
      <DutyLawNote />
      {data ? (
        <div className="sheet sheet--form">
          <div className="pair">
            {entriesOf(dutiesOf(data), offeredMetals).map(([metal, percent]) => (
              <Percent key={metal} label={words.labels[metal]} value={percent} />
            ))}
          </div>
          {data.lastUpdated && (
            <p className="dim">{say(words.lastUpdated, { time: dateTimeOfYear(Date.parse(data.lastUpdated)) })}</p>
          )}
          <p className="dim">{words.note}</p>
          <NextDutySection />
        </div>
      ) : isError ? (
        <div className="sheet sheet--form">
          <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />
        </div>
      ) : (
        <LoadingSheet text={words.loading} rows={2} />
      )}
    </>
  );
}

function Percent({ label, value }: { label: string; value: number }) {
  const { min, max } = limits.importDuty;
  return (
    <TextInput
      className="is-read-only"
      label={label}
      description={say(words.range, { min, max })}
      inputWrapperOrder={['label', 'input', 'description']}
      classNames={{ input: 'number-field' }}
      value={`${value} %`}
      readOnly
      leftSection={<Icon name="lock" />}
    />
  );
}
