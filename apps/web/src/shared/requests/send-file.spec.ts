import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { limits } from '@sarafa/contracts';
import { sendFile } from './send-file.js';

const SILENCE_MS = 120_000;

/** What a browser does with a request, as far as a spec lets it. */
class Request {
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {};
  status = 0;
  responseText = '';
  onload?: () => void;
  onabort?: () => void;
  open() {}
  send() {}
  setRequestHeader() {}
  abort() {
    this.onabort?.();
  }
}

let request: Request;
beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { XMLHttpRequest: jest.fn(() => (request = new Request())) });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
});

const begin = () => {
  const ended = jest.fn();
  const [form, { signal }] = [new FormData(), new AbortController()];
  void sendFile({ url: '/', headers: {}, form, onProgress: () => undefined, signal }).then(ended);
  return ended;
};

it('a connection on which no byte goes on is given up', async () => {
  const ended = begin();
  await jest.advanceTimersByTimeAsync(SILENCE_MS - 1);
  request.upload.onprogress!({ loaded: 1, total: 2 });
  await jest.advanceTimersByTimeAsync(SILENCE_MS - 1);
  expect(ended).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledWith(undefined);
});

it('once all bytes are sent, the answer is awaited for longer than the gateway waits for it', async () => {
  const ended = begin();
  request.upload.onprogress!({ loaded: 2, total: 2 });
  request.upload.onload?.();
  await jest.advanceTimersByTimeAsync(limits.ads.answerMs + 10_000);
  expect(ended).not.toHaveBeenCalled();
  Object.assign(request, { status: 201, responseText: '{"message":"stored"}' }).onload!();
  await jest.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledWith({ status: 201, body: { message: 'stored' } });
});

it('no answer at all ends the wait too', async () => {
  const ended = begin();
  request.upload.onload?.();
  await jest.advanceTimersByTimeAsync(limits.ads.answerMs * 2);
  expect(ended).toHaveBeenCalledWith(undefined);
});
