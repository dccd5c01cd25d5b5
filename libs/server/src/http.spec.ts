import { describe, expect, it } from '@jest/globals';
import { isKnownTag } from './http.js';

describe('If-None-Match', () => {
  const TAG = '"a-1_b"';

  it.each([
    TAG,
    `W/${TAG}`,
    '*',
    ' * ',
    `"other", ${TAG}`,
    `${TAG},"other"`,
    `W/"other",W/${TAG} , "third"`,
    `"with,comma", ${TAG}`,
    `, ${TAG}`,
  ])('%s knows it', (header) => {
    expect(isKnownTag(header, TAG)).toBe(true);
  });

  it.each([
    undefined,
    '',
    '"other"',
    'W/"other", "third"',
    'a-1_b',
    `x${TAG}`,
    `w/${TAG}`,
    `"other" ${TAG}`,
    `${TAG}x`,
    '"a-1_b',
    '*, "other"',
    `"x${TAG}x"`,
    `"${','.repeat(15_000)}`,
  ])('%s does not', (header) => {
    expect(isKnownTag(header, TAG)).toBe(false);
  });
});
