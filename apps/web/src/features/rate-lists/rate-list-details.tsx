import { Table } from '@mantine/core';
import type { RateList, RateListRevision, ShopDashboard } from '@sarafa/contracts';
import { useRateListRevisionsQuery } from '../../shared/api/rate-lists.api.js';
import { useShopsQuery } from '../../shared/api/shops.api.js';
import { say } from '../../shared/language/page-language.js';
import { failureText, problemOf } from '../../shared/requests/problem.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { rateListTexts as words } from '../../shared/texts/rate-list-texts.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Failed } from '../../shared/ui/failed.js';
import { LoadingSheet } from '../../shared/ui/loading-sheet.js';
import { ListedRates, metalsOf } from './rate-lists-list.js';
import { dateTimeOfYear } from '../../shared/language/page-dates.js';

const { common, users } = portalTexts;

interface Props {
  readonly list: RateList;
  /** Undefined while the shops aren't known. */
  readonly shops: readonly ShopDashboard[] | undefined;
  readonly onClose: () => void;
}

/** Who uses a list, and what it was. */
export function RateListDetails({ list, shops, onClose }: Props) {
  const { error: shopsError } = useShopsQuery();
  const { currentData, isError, isFetching, refetch } = useRateListRevisionsQuery(list.id, { refetchOnMountOrArgChange: true });
  return (
    <Dialog title={list.name} size="medium" onClose={onClose}>
      <div className="dialog__body ratelist">
        <section aria-labelledby="ratelist-shops">
          <h3 id="ratelist-shops">{words.shopsTitle}</h3>
          {!shops ? (
            <p className="dim">{shopsError ? failureText(problemOf(shopsError), users.fetchFailed) : common.loading}</p>
          ) : shops.length === 0 ? (
            <p className="dim">{say(words.shops, { count: 0 })}</p>
          ) : (
            <ul className="ratelist__shops">
              {shops.map(({ id, shop_name, username }) => (
                <li key={id}>{shop_name || username}</li>
              ))}
            </ul>
          )}
        </section>
        <section aria-labelledby="ratelist-history">
          <h3 id="ratelist-history">{words.historyTitle}</h3>
          {currentData ? (
            <History revisions={currentData} />
          ) : isError ? (
            <Failed text={words.historyFailed} isAsking={isFetching} onTryAgain={() => void refetch()} />
          ) : (
            <LoadingSheet text={words.historyLoading} rows={3} />
          )}
        </section>
      </div>
    </Dialog>
  );
}

function History({ revisions }: { revisions: readonly RateListRevision[] }) {
  const metals = metalsOf(revisions);
  return (
    <div className="table-box" tabIndex={0} role="region" aria-labelledby="ratelist-history">
      <Table className="tbl" aria-labelledby="ratelist-history">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.columns.set}</Table.Th>
            {metals.map((metal) => (
              <Table.Th key={metal} className="ratelists__rate">
                {words.metals[metal]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {revisions.map((revision, index) => (
            // By its number, because one that only takes rates away has the time of the one before.
            <Table.Tr key={revisions.length - index}>
              <Table.Td className="num">
                {dateTimeOfYear(Date.parse(revision.set_at))}
                <div className="dim">{personText(revision)}</div>
              </Table.Td>
              {metals.map((metal) => (
                <Table.Td key={metal} className="num ratelists__rate">
                  <ListedRates of={revision} metal={metal} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function personText({ set_by }: RateListRevision): string {
  if (!set_by) return words.byUnknown;
  return set_by.username ? say(words.by, { name: set_by.username }) : words.byDeleted;
}
