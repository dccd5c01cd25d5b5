import { useRateRowsQuery } from '../../shared/api/rate-rows.api.js';
import { rateRowTexts as words } from '../../shared/texts/rate-row-texts.js';
import { Failed } from '../../shared/ui/failed.js';
import { RateRowsLoading } from './rate-rows-loading.js';
import { RowsForm } from './rows-form.js';

interface Props {
  readonly userId: string;
  /** Whether rows of other shops can be copied, which only an admin may read. */
  readonly canCopy?: boolean;
  /** Told whether there is something to save. */
  readonly onChanged?: (isChanged: boolean) => void;
}

/** The editor for a shop's own rows: for the shop itself, and for an admin (rule 5.11). */
export function RateRowsEditor({ userId, ...others }: Props) {
  const { data, isError, isFetching, refetch } = useRateRowsQuery(userId, { refetchOnMountOrArgChange: true });
  if (data) return <RowsForm userId={userId} saved={data} {...others} />;
  if (isError) return <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />;
  return <RateRowsLoading />;
}
