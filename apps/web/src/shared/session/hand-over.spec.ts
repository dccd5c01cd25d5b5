/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, describe, expect, it } from '@jest/globals';
import { canShare, share } from './hand-over.js';

const file = new File(['picture'], 'E-261120-K7M-001.png', { type: 'image/png' });
const withSheet = (sheet: object) =>
  Object.entries(sheet).forEach(([name, value]) => Object.assign(navigator, { [name]: value }));
const closedBy = (name: string) => () => Promise.reject(new DOMException('', name));

afterEach(() => withSheet({ canShare: undefined, share: undefined }));

describe('a picture that is handed over', () => {
  it('is shared where the device shares files', () => {
    expect(canShare(file)).toBe(false);
    withSheet({ canShare: () => false });
    expect(canShare(file)).toBe(false);
    withSheet({ canShare: ({ files }: { files: File[] }) => files[0] === file });
    expect(canShare(file)).toBe(true);
  });

  it('is settled when it is shared, the sheet was closed or is open already, and not when sharing failed', async () => {
    withSheet({ share: () => Promise.resolve() });
    expect(await share({ files: [file] })).toBe(true);
    withSheet({ share: closedBy('AbortError') });
    expect(await share({ files: [file] })).toBe(true);
    withSheet({ share: closedBy('InvalidStateError') });
    expect(await share({ files: [file] })).toBe(true);
    withSheet({ share: closedBy('NotAllowedError') });
    expect(await share({ files: [file] })).toBe(false);
  });
});
