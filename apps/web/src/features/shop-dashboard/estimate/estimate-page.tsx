import { limits, type PriceSnapshot } from '@sarafa/contracts';
import { Navigate, useParams } from 'react-router-dom';
import { useEstimateTermsQuery } from '../../../shared/api/estimate-terms.api.js';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { estimatePath } from '../../../shared/links.js';
import { problemOf } from '../../../shared/requests/problem.js';
import { useSession } from '../../../shared/session/session.js';
import { estimateTexts as words } from '../../../shared/texts/estimate-texts.js';
import { Failed } from '../../../shared/ui/failed.js';
import { OwnPage } from '../own-page.js';
import { useOwnShopQuery } from '../shop-dashboard.api.js';
import { Standing } from '../band/shop-band.js';
import { useOwnRates } from '../use-own-rates.js';
import { DocumentDialog } from './document-dialog.js';
import { DocumentsList } from './documents-list.js';
import { EstimateForm } from './estimate-form.js';
import { useDocuments } from './use-documents.js';

/** On a counter's tablet that stays in front nothing else asks again. */
const often = { pollingInterval: limits.profilePollMs };
/** The sum moves with the board while a customer looks at it. */
const OFTEN_MS = 5_000;

/** What pieces come to at the rates of the shop's board: an address of its own beneath the dashboard. */
export function EstimatePage() {
  const { userId } = useParams();
  const { current } = useSession();
  const asked = useOwnShopQuery(undefined, often);
  if (!current) return null;
  if (userId !== current.userId) return <Navigate to={estimatePath(current.userId)} replace />;
  return (
    <OwnPage userId={userId} words={words} asked={asked}>
      {(shop) => <WithRates shop={shop} />}
    </OwnPage>
  );
}

function WithRates({ shop }: { shop: WholeShop }) {
  // Not `data`, which stays when the subscription ends and nothing is read any more.
  const { currentData, isError, error, isOverdue, refetch } = useOwnRates(shop, !shop.isSubscriptionValid, OFTEN_MS);
  const read = useEstimateTermsQuery(undefined, often);
  const documents = useDocuments(shop.id);
  const askAgain = async () => {
    const { data, isSuccess, error: refusal } = await refetch();
    if (isSuccess) return data.keptAt === undefined ? data : undefined;
    // The page itself says that the subscription has ended.
    return problemOf(refusal).status === 403 ? null : undefined;
  };
  const rates = shop.isSubscriptionValid ? currentData : undefined;
  const terms = read.data;
  const isOld = isError || isOverdue || rates?.keptAt !== undefined;
  // What stands below would jump with the form.
  const isSettled = (terms && rates) || read.isError || isError || !shop.isSubscriptionValid;
  return (
    <>
      <p className={isCurrent(rates, isOld) ? 'estimate__stand' : 'estimate__stand is-old'}>
        {shop.isSubscriptionValid ? (
          <Standing {...{ rates, isError, error, isOverdue }} />
        ) : (
          <span role="status">{words.ended}</span>
        )}
      </p>
      {terms && rates ? (
        <EstimateForm {...{ shop, rates, terms, isError: isOld }} askAgain={askAgain} onMake={documents.make} />
      ) : read.isError ? (
        <Failed text={words.notRead} isAsking={read.isFetching} onTryAgain={() => void read.refetch()} />
      ) : (
        shop.isSubscriptionValid && !isError && <p className="dim">{words.loading}</p>
      )}
      {isSettled && <DocumentsList documents={documents.list} onOpen={documents.open} onDelete={documents.remove} />}
      {documents.opened && <DocumentDialog {...documents.opened} onClose={documents.close} />}
    </>
  );
}

/** The time of others is said large. */
function isCurrent(rates: PriceSnapshot | undefined, isOld: boolean): boolean {
  return !rates || (!isOld && ['live', 'listed', 'held'].includes(rates.state));
}
