import { Button, Progress, Skeleton } from '@mantine/core';
import { limits, type OwnAdvertisement, type ShopDashboard } from '@sarafa/contracts';
import { useRef, useState } from 'react';
import { say } from '../../../shared/language/page-language.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import { Failed } from '../../../shared/ui/failed.js';
import { Icon } from '../../../shared/ui/icon.js';
import { AdCard } from './ad-card.js';
import { DeleteAd } from './delete-ad.js';
import { useOwnAdsQuery } from '../shop-dashboard.api.js';
import { UploadDialog } from './upload-dialog.js';
import { usePreload } from './use-preload.js';
import type { Uploads } from './uploads.js';
import { useUploads } from './use-uploads.js';

const { list: words } = dashboardTexts;

/** The shop's ads, and the button that opens the uploads. */
export function AdsSection({ shop }: { shop: ShopDashboard }) {
  const adDisplayTime = shop.ad_display_time;
  const { data, isLoading, isFetching, refetch } = useOwnAdsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [isUploading, setUploading] = useState(false);
  const [doomed, setDoomed] = useState<OwnAdvertisement>();
  const heading = useRef<HTMLHeadingElement>(null);
  const dialog = useRef<HTMLDivElement>(null);
  const uploads = useUploads();
  const percent = usePreload(data);
  const upload = () => setUploading(true);
  const count = data?.length ?? 0;
  return (
    <section className="sheet" aria-labelledby="ads-title">
      <div className="sheet__h">
        <h2 id="ads-title" ref={heading} tabIndex={-1}>
          {say(words.title, { count, total: limits.ads.total })}
        </h2>
        {count > 0 && (
          <Button size="sm" leftSection={<Icon name="plus" />} aria-label={words.uploadNew} onClick={upload}>
            {words.uploadNew.replace('+ ', '')}
          </Button>
        )}
      </div>
      {percent !== null && <Preloading percent={percent} />}
      {!isUploading && uploads.uploads.files.length > 0 && <UploadsLeft uploads={uploads.uploads} onOpen={upload} />}
      {data ? (
        count > 0 ? (
          <div className="sheet__b">
            <ul className="ads">
              {data.map((ad) => (
                <AdCard key={ad.id} ad={ad} adDisplayTime={adDisplayTime} onDelete={() => setDoomed(ad)} />
              ))}
              {count < limits.ads.total && (
                <li>
                  <button className="adslot" type="button" onClick={upload}>
                    <Icon name="plus" />
                    {words.add}
                  </button>
                </li>
              )}
            </ul>
            <p className="hint">{words.hint}</p>
            {shop.layout_orientation === 'vertical' && <p className="hint">{words.upright}</p>}
          </div>
        ) : (
          <div className="empty">
            <AdsEmptyPicture />
            <p>{words.empty}</p>
            <small>{words.emptyHint}</small>
            <Button leftSection={<Icon name="upload" />} onClick={upload}>
              {words.uploadFirst}
            </Button>
          </div>
        )
      ) : isLoading ? (
        <div className="sheet__b ads" role="status" aria-label={portalTexts.common.loading}>
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} className="ads__wait" />
          ))}
        </div>
      ) : (
        <Failed text={words.readFailed} isAsking={isFetching} onTryAgain={() => void refetch()} />
      )}
      {isUploading && (
        <UploadDialog
          ads={data ?? []}
          adDisplayTime={adDisplayTime}
          uploads={uploads}
          home={dialog}
          onDelete={setDoomed}
          onClose={() => setUploading(false)}
        />
      )}
      {doomed && (
        <DeleteAd key={doomed.id} ad={doomed} home={isUploading ? dialog : heading} onClose={() => setDoomed(undefined)} />
      )}
    </section>
  );
}

function Preloading({ percent }: { percent: number }) {
  return (
    <div className="sheet__b preload" role="status">
      <p>
        <b>{words.preloading}</b>
        <span className="num">{percent}%</span>
      </p>
      <Progress value={percent} aria-label={words.preloading} />
    </div>
  );
}

/** While the dialog is closed: the progress, or how many files wait there to be sent or removed. */
function UploadsLeft({ uploads, onOpen }: { uploads: Uploads; onOpen: () => void }) {
  const { files, stored, isBusy } = uploads;
  if (!isBusy) {
    return (
      <button className="sheet__b preload preload--button" type="button" onClick={onOpen}>
        <b>
          {say(words.notUploaded, { count: files.length })}
          <Icon name="right" />
        </b>
      </button>
    );
  }
  const shares = files.reduce((sum, { share }) => sum + share, stored);
  const text = say(words.uploading, { done: Math.min(stored + 1, stored + files.length), all: stored + files.length });
  return (
    <button className="sheet__b preload preload--button" type="button" onClick={onOpen}>
      <b>{text}</b>
      <Progress value={(100 * shares) / Math.max(1, stored + files.length)} aria-label={text} />
    </button>
  );
}

/** A line drawing of a board with a place for an ad. */
function AdsEmptyPicture() {
  return (
    <svg className="empty__art" viewBox="0 0 144 96" fill="none" aria-hidden="true">
      <rect className="empty__line" x="6" y="6" width="132" height="74" rx="3" strokeWidth="2" />
      <path className="empty__line" d="M52 92h40" strokeWidth="2" strokeLinecap="round" />
      <path className="empty__line" d="M18 22h36M18 33h36M18 44h36M18 55h36M18 66h36" strokeWidth="3" />
      <rect className="empty__ad" x="66" y="18" width="60" height="50" rx="2" strokeWidth="2" strokeDasharray="4 4" />
      <path className="empty__ad" d="M96 35v16M88 43h16" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
