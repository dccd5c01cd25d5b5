import { texts } from '@sarafa/contracts';
import { type AdCounts, adSlotFault, countAds } from '@sarafa/domain';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useReducer, useRef } from 'react';
import { useStore } from 'react-redux';
import { notifyDone, notifyFailed } from '../../../shared/notices.js';
import { failureText } from '../../../shared/requests/problem.js';
import { newRepeatKey } from '../../../shared/requests/repeat-key.js';
import { say } from '../../../shared/language/page-language.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { uploadAd } from '../shop-dashboard.api.js';
import { type Chosen, NO_UPLOADS, type UploadEvent, type Uploads, uploadsReducer, placesOf } from './uploads.js';

const { upload: words } = dashboardTexts;

export interface UploadsControl {
  readonly uploads: Uploads;
  /** Adds these files, or none of them where the shop has too few places beside its ads. Then the result says so. */
  readonly choose: (files: readonly Chosen[], ads: AdCounts) => string | undefined;
  readonly remove: (key: number) => void;
  /** Sends all waiting files, one after the other (rule 6.4). Resolves with whether all were stored. */
  readonly send: () => Promise<boolean>;
  readonly cancel: (key: number) => void;
  /** Sends this file again, but none that was only chosen. */
  readonly retry: (key: number) => Promise<boolean>;
}

const Queue = createContext<UploadsControl | undefined>(undefined);

/** Keeps the uploads of a shop, so that they go on while its owner is on another page of the shop. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  return <Queue value={useQueue()}>{children}</Queue>;
}

export function useUploads(): UploadsControl {
  return useContext(Queue)!;
}

/** Uploads continue while their dialog is closed. Closing the page meanwhile asks for a confirmation. */
function useQueue(): UploadsControl {
  const [uploads, dispatch] = useReducer(uploadsReducer, NO_UPLOADS);
  // The loop below reads the state between two files, and `choose` after another one, when React may not have rendered yet.
  const state = useRef(uploads);
  const running = useRef<{ key: number; abort: () => void }>(undefined);
  const isLeft = useRef(false);
  const repeatKeys = useRef(new WeakMap<File, string>());
  const store = useStore();
  const emit = useCallback((event: UploadEvent) => {
    state.current = uploadsReducer(state.current, event);
    dispatch(event);
  }, []);
  useBeforeUnload(uploads.isBusy);
  // The end of the session ends the uploads too, because nobody could see their result.
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      if (running.current) notifyFailed(texts.uploads.failed);
      running.current?.abort();
    };
  }, []);

  const send = async (isRetry = false) => {
    if (state.current.isBusy) return false;
    emit({ type: 'started' });
    const firstWaiting = () =>
      state.current.files.find((upload) => upload.state === 'waiting' && (!isRetry || upload.isRetried));
    for (let next = firstWaiting(); next; next = firstWaiting()) {
      const { key, file } = next;
      emit({ type: 'sending', key });
      const stopping = new AbortController();
      const { signal } = stopping;
      running.current = { key, abort: () => stopping.abort() };
      const problem = await uploadAd(store, {
        file,
        repeatKey: keyOf(repeatKeys.current, file),
        signal,
        onProgress: (share) => emit({ type: 'progressed', key, share }),
      });
      const isOver = problem?.code === 'STOPPED' && !signal.aborted;
      if (!problem) emit({ type: 'stored', key });
      else if (signal.aborted || isOver) emit({ type: 'cancelled', key });
      else emit({ type: 'failed', key, reason: failureText(problem) });
      running.current = undefined;
      if (isLeft.current) return false;
      // Without a session the remaining files would be refused too.
      if (isOver) break;
    }
    emit({ type: 'ended' });
    const { stored, files } = state.current;
    if (stored > 0) notifyDone(say(words.uploaded, { count: stored }));
    if (files.some((upload) => upload.state === 'failed')) notifyFailed(texts.uploads.failed);
    return files.length === 0;
  };
  return {
    uploads,
    choose: (files, ads) => {
      const [before, more] = [placesOf(state.current.files), countAds(files.map(({ kind }) => ({ file_type: kind })))];
      const added = { image: before.image + more.image, video: before.video + more.video };
      const fault = files.length > 0 ? adSlotFault(ads, added) : undefined;
      if (!fault) emit({ type: 'chosen', files });
      return fault;
    },
    remove: (key) => emit({ type: 'removed', key }),
    send: () => send(),
    cancel: (key) => {
      if (running.current?.key === key) running.current.abort();
      else emit({ type: 'cancelled', key });
    },
    retry: (key) => {
      emit({ type: 'retried', key });
      return send(true);
    },
  };
}

/** Each attempt to send a file uses the same key. */
function keyOf(keys: WeakMap<File, string>, file: File): string {
  const key = keys.get(file) ?? newRepeatKey();
  keys.set(file, key);
  return key;
}

function useBeforeUnload(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Chrome before 119 asks by this alone.
      event.returnValue = true;
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}
