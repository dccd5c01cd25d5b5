import { ActionIcon, Progress } from '@mantine/core';
import { type RefObject, useRef } from 'react';
import { useFocusHome } from '../../../shared/hand-focus.js';
import { say } from '../../../shared/language/page-language.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { Icon } from '../../../shared/ui/icon.js';
import { KindSign } from './ad-picture.js';
import type { Upload } from './uploads.js';
import type { UploadsControl } from './use-uploads.js';

const { upload: words } = dashboardTexts;
const MEGABYTE = 1_048_576;

interface Props {
  readonly upload: Upload;
  readonly uploads: UploadsControl;
  /** Gets the focus when the row is removed with it. */
  readonly home: RefObject<HTMLElement | null>;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

/** One chosen file with its size, its progress and its buttons. */
export function UploadRow({ upload, uploads, home, onRetry, onRemove }: Props) {
  const row = useFocusHome(home);
  const second = useRef<HTMLButtonElement>(null);
  const { key, file, state, share, reason } = upload;
  const isWrong = state === 'failed';
  const isSending = state === 'sending';
  return (
    <li ref={row} className={isWrong ? 'file is-failed' : 'file'}>
      <KindSign kind={upload.kind} />
      <b title={file.name}>{file.name}</b>
      <span className="file__r">
        <span className="dim num">{`${say(words.megabytes, { megabytes: megabytes(file.size) })} · ${stateText(upload)}`}</span>
        {(state === 'failed' || state === 'cancelled') && (
          <ActionIcon
            variant="subtle"
            aria-label={say(words.retry, { name: file.name })}
            onClick={() => {
              // This button goes, and the other one stays.
              second.current?.focus();
              onRetry();
            }}
          >
            <Icon name="retry" />
          </ActionIcon>
        )}
        <ActionIcon
          ref={second}
          variant="subtle"
          aria-label={say(isSending ? words.cancel : words.remove, { name: file.name })}
          onClick={() => (isSending ? uploads.cancel(key) : onRemove())}
        >
          <Icon name="close" />
        </ActionIcon>
      </span>
      {isWrong ? (
        <p className="hint hint--err" role="alert">
          {reason}
        </p>
      ) : (
        <Progress value={100 * share} aria-label={file.name} />
      )}
    </li>
  );
}

function stateText({ state, share }: Upload): string {
  switch (state) {
    case 'sending':
      return share < 1 ? `${Math.floor(100 * share)}%` : words.checking;
    case 'failed':
      return words.fileFailed;
    case 'cancelled':
      return words.stopped;
    case 'waiting':
      return words.waiting;
  }
}

/** With one decimal, like the limits. A size that would round to 0.0 reads as less than the smallest one. */
export function megabytes(bytes: number): string {
  const rounded = (bytes / MEGABYTE).toFixed(1);
  return rounded === '0.0' ? words.least : rounded;
}
