import type { AdKind } from '@sarafa/contracts';
import { type AdCounts, countAds } from '@sarafa/domain';

/** A file and what it seems to be. */
export interface Chosen {
  readonly file: File;
  readonly kind: AdKind;
}

/** A chosen file and its upload. */
export interface Upload extends Chosen {
  readonly key: number;
  readonly state: 'waiting' | 'sending' | 'failed' | 'cancelled';
  /** From 0 to 1; at 1 the server is checking the file. */
  readonly share: number;
  /** Why the upload failed, as a text. */
  readonly reason?: string;
  /** Whether somebody has asked to send it again. */
  readonly isRetried?: boolean;
}

export interface Uploads {
  readonly files: readonly Upload[];
  /** Whether files are being sent, one after the other. */
  readonly isBusy: boolean;
  /** The number of files stored since sending began. */
  readonly stored: number;
}

export type UploadEvent =
  | { type: 'chosen'; files: readonly Chosen[] }
  | { type: 'removed'; key: number }
  | { type: 'started' }
  | { type: 'sending'; key: number }
  | { type: 'progressed'; key: number; share: number }
  | { type: 'stored'; key: number }
  | { type: 'failed'; key: number; reason: string }
  | { type: 'cancelled'; key: number }
  | { type: 'retried'; key: number }
  | { type: 'ended' };

/** How many places the chosen files are going to take. The server judges one that has failed or was stopped when it is sent again. */
export function placesOf(files: readonly Upload[]): AdCounts {
  const sent = files.filter(({ state }) => state === 'waiting' || state === 'sending');
  return countAds(sent.map(({ kind }) => ({ file_type: kind })));
}

export const NO_UPLOADS: Uploads = { files: [], isBusy: false, stored: 0 };

/** A stored file leaves the list. One that failed or was cancelled stays, to be sent again or removed. */
export function uploadsReducer(state: Uploads, event: UploadEvent): Uploads {
  const change = (key: number, fields: Partial<Upload>) => ({
    ...state,
    files: state.files.map((upload) => (upload.key === key ? { ...upload, ...fields } : upload)),
  });
  switch (event.type) {
    case 'chosen': {
      const next = Math.max(0, ...state.files.map(({ key }) => key + 1));
      const files = event.files.map((one, index) => ({ key: next + index, ...one, state: 'waiting', share: 0 }) as const);
      return { ...state, files: [...state.files, ...files] };
    }
    case 'removed':
      return { ...state, files: state.files.filter(({ key }) => key !== event.key) };
    case 'started':
      return { ...state, isBusy: true, stored: 0 };
    case 'sending':
      return change(event.key, { state: 'sending', share: 0, reason: undefined });
    case 'progressed':
      return change(event.key, { share: event.share });
    case 'stored':
      return { ...state, stored: state.stored + 1, files: state.files.filter(({ key }) => key !== event.key) };
    case 'failed':
      return change(event.key, { state: 'failed', reason: event.reason });
    case 'cancelled':
      return change(event.key, { state: 'cancelled' });
    case 'retried':
      return change(event.key, { state: 'waiting', share: 0, reason: undefined, isRetried: true });
    case 'ended':
      return { ...state, isBusy: false };
  }
}
