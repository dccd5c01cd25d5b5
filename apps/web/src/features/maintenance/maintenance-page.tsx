import { limits } from '@sarafa/contracts';
import { useState } from 'react';
import {
  useMaintenanceQuery,
  usePublicViewQuery,
  useSetMaintenanceMutation,
  useSetPublicViewMutation,
} from '../../shared/api/site.api.js';
import mark from '../../shared/brand/mark.svg';
import { ConfirmPassword } from '../../shared/session/confirm-password.js';
import { Changes, May, MayNote } from '../../shared/session/may.js';
import { notifyOutcome } from '../../shared/notices.js';
import { boardTexts } from '../../shared/texts/on-board-texts.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { priceTexts } from '../../shared/texts/price-texts.js';
import { Failed } from '../../shared/ui/failed.js';
import { LoadingSheet } from '../../shared/ui/loading-sheet.js';
import { PageHead } from '../../shared/ui/page-head.js';
import { SiteSwitch } from './site-switch.js';

const { maintenance: words } = priceTexts;
const { maintenance: overlay, maintenancePage } = boardTexts;

/** Another owner may have switched meanwhile, while this window stood in front. */
const KEPT_FRESH = { pollingInterval: limits.statusPollMs, refetchOnMountOrArgChange: true };

/** The switches of the whole site. Switching maintenance off needs the password (rule 9.2). */
export function MaintenancePage() {
  const site = useMaintenanceQuery(undefined, KEPT_FRESH);
  const view = usePublicViewQuery(undefined, KEPT_FRESH);
  const isLost = (site.isError && !site.data) || (view.isError && !view.data);
  return (
    <>
      <PageHead title={words.title} />
      {site.data && view.data ? (
        <div className="site">
          <May needs="operator">
            <MayNote needs="owner" />
          </May>
          <Changes needs="owner">
            <MaintenanceSwitch isOn={site.data.isMaintenanceMode} />
            <PublicViewSwitch isOn={view.data.enabled} />
          </Changes>
          <BoardsNow isUnderMaintenance={site.data.isMaintenanceMode} isShown={view.data.enabled} />
        </div>
      ) : isLost ? (
        <div className="sheet sheet--form">
          <Failed
            text={words.failed}
            isAsking={site.isFetching || view.isFetching}
            onTryAgain={() => void Promise.all([site.refetch(), view.refetch()])}
          />
        </div>
      ) : (
        <LoadingSheet text={portalTexts.common.loading} rows={2} />
      )}
    </>
  );
}

function MaintenanceSwitch({ isOn }: { isOn: boolean }) {
  const [set, { isLoading }] = useSetMaintenanceMutation();
  const [isAsked, setIsAsked] = useState(false);
  const change = (on: boolean) => notifyOutcome(set(on).unwrap(), words.notChanged);
  return (
    <SiteSwitch
      name={words.status}
      state={isOn ? words.under : words.active}
      isUsual={!isOn}
      note={words.note}
      isOn={isOn}
      isBusy={isLoading}
      onChange={() => (isOn ? setIsAsked(true) : void change(true))}
    >
      {isAsked && (
        <ConfirmPassword
          note={words.confirmNote}
          onConfirmed={() => {
            setIsAsked(false);
            void change(false);
          }}
          onClose={() => setIsAsked(false)}
        />
      )}
    </SiteSwitch>
  );
}

function PublicViewSwitch({ isOn }: { isOn: boolean }) {
  const [set, { isLoading }] = useSetPublicViewMutation();
  return (
    <SiteSwitch
      name={words.publicView}
      state={isOn ? words.on : words.off}
      isUsual={isOn}
      note={words.publicViewNote}
      isOn={isOn}
      isBusy={isLoading}
      onChange={() => void notifyOutcome(set(!isOn).unwrap(), words.notChanged)}
    />
  );
}

/** The text that boards show while one of the switches hides them. */
function BoardsNow({ isUnderMaintenance, isShown }: { isUnderMaintenance: boolean; isShown: boolean }) {
  if (!isUnderMaintenance && isShown) return null;
  const lines = isUnderMaintenance ? [maintenancePage.line] : overlay.lines;
  return (
    <section className="sheet block" aria-labelledby="seen-title">
      <h2 id="seen-title">{words.seen}</h2>
      <figure className="seen">
        <img src={mark} alt="" />
        <strong>{overlay.title}</strong>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </figure>
    </section>
  );
}
