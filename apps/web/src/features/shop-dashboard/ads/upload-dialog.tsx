import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { limits, type OwnAdvertisement, texts } from '@sarafa/contracts';
import { AD_FIRST_BYTES, adFileFault, adKindOf, countAds } from '@sarafa/domain';
import { type RefObject, useRef, useState } from 'react';
import { answerText } from '../../../shared/requests/answers.js';
import { firstBytes } from '../../../shared/first-bytes.js';
import { say } from '../../../shared/language/page-language.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import { asDisabled } from '../../../shared/ui/as-disabled.js';
import { useWhileMounted } from '../../../shared/use-while-mounted.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Icon } from '../../../shared/ui/icon.js';
import { DeleteButton } from './ad-card.js';
import { AdPicture } from './ad-picture.js';
import { durationText } from '../duration.js';
import { megabytes, UploadRow } from './upload-row.js';
import { type Chosen, placesOf } from './uploads.js';
import type { UploadsControl } from './use-uploads.js';

const { upload: words } = dashboardTexts;

interface Props {
  readonly ads: readonly OwnAdvertisement[];
  readonly adDisplayTime: number;
  readonly uploads: UploadsControl;
  /** Gets the focus after an ad was deleted, or a chosen file was removed or stored. */
  readonly home: RefObject<HTMLDivElement | null>;
  readonly onDelete: (ad: OwnAdvertisement) => void;
  readonly onClose: () => void;
}

/**
 * The shop's ads, the chosen files, and the progress of their upload. Every fault that can be known is shown before anything is
 * sent.
 */
export function UploadDialog({ ads, adDisplayTime, uploads, home, onDelete, onClose }: Props) {
  const [faults, setFaults] = useState<readonly string[]>([]);
  const close = useWhileMounted(onClose);
  const closeIfDone = (isDone: boolean) => isDone && close();
  const browse = useRef<() => void>(null);
  const { files, isBusy } = uploads.uploads;
  const taken = countAds(ads);
  const chosen = placesOf(files);
  const room = { image: limits.ads.images - taken.image - chosen.image, video: limits.ads.videos - taken.video - chosen.video };
  const isFull = ads.length >= limits.ads.total;

  const choose = async (picked: File[]) => {
    setFaults([]);
    const judged = await Promise.all(picked.map(async (file) => ({ file, kind: await kindOf(file) })));
    const good = judged.filter((one): one is Chosen => !adFileFault(one.file, one.kind));
    const found = judged.flatMap(({ file, kind }) => adFileFault(file, kind) ?? []);
    const full = uploads.choose(good, taken);
    if (full) found.push(full, say(words.leftOut, { names: good.map(({ file }) => file.name).join(', ') }));
    // Files that are dropped meanwhile are judged at the same time.
    setFaults((before) => [...new Set([...before, ...found])]);
  };
  const send = () => {
    if (files.length === 0) return setFaults([texts.uploads.nothingSelected]);
    setFaults([]);
    void uploads.send().then(closeIfDone);
  };
  const waiting = files.filter(({ state }) => state === 'waiting').length;
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  return (
    <Dialog title={words.title} size="medium" onClose={onClose}>
      <div className="dialog__body uploads" ref={home} tabIndex={-1}>
        {ads.length > 0 && (
          <>
            <h3>{say(words.current, { count: ads.length, total: limits.ads.total })}</h3>
            <ul>
              {ads.map((ad) => (
                <li key={ad.id} className="file">
                  <AdPicture ad={ad} />
                  <b title={ad.file_name}>{ad.file_name}</b>
                  <span className="file__r">
                    <span className="dim num">{durationText(ad, adDisplayTime)}</span>
                    <DeleteButton ad={ad} onDelete={() => onDelete(ad)} />
                  </span>
                  {ad.warning && <p className="hint">{answerText(ad.warning)}</p>}
                </li>
              ))}
            </ul>
          </>
        )}
        <Dropzone
          className="dropzone"
          openRef={browse}
          activateOnClick={false}
          activateOnKeyboard={false}
          onDrop={(picked) => void choose(picked)}
          // Any file can be chosen, because browsers know too little of some that the server takes; a wrong one is refused with our
          // text (rule 11.3).
          inputProps={{ 'aria-label': words.choose }}
          tabIndex={-1}
        >
          <Icon name="upload" />
          <div>
            <b>{words.choose}</b>
            <p className="dim">
              {isFull
                ? words.full
                : `${say(words.room, { images: Math.max(0, room.image), videos: Math.max(0, room.video) })} ${words.sizes}`}
            </p>
          </div>
          <Button variant="default" onClick={() => browse.current?.()}>
            {words.browse}
          </Button>
        </Dropzone>
        {faults.length > 0 && (
          <div className="uploads__faults" role="alert">
            {faults.map((fault) => (
              <p key={fault}>{answerText(fault)}</p>
            ))}
          </div>
        )}
        {files.length > 0 && (
          <>
            <div className="uploads__h">
              <h3>{words.selected}</h3>
              <span className="dim num">{say(words.total, { count: files.length, megabytes: megabytes(bytes) })}</span>
            </div>
            <ul>
              {files.map((upload) => (
                <UploadRow
                  key={upload.key}
                  upload={upload}
                  uploads={uploads}
                  home={home}
                  onRetry={() => void uploads.retry(upload.key).then(closeIfDone)}
                  onRemove={() => {
                    uploads.remove(upload.key);
                    home.current?.focus();
                  }}
                />
              ))}
            </ul>
          </>
        )}
      </div>
      <footer className="dialog__foot">
        <Button variant="default" onClick={onClose}>
          {portalTexts.common.close}
        </Button>
        <Button
          variant={files.length > 0 ? 'filled' : 'default'}
          onClick={send}
          {...asDisabled(isBusy || (files.length > 0 && waiting === 0))}
        >
          {isBusy ? words.busy : say(words.files, { count: waiting })}
        </Button>
      </footer>
    </Dialog>
  );
}

async function kindOf(file: File) {
  return adKindOf(file, await firstBytes(file, AD_FIRST_BYTES));
}
