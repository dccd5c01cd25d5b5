import { expect, it } from '@jest/globals';
import { inPages } from './in-pages.js';

it.each([0, 1, 3, 4, 6, 7])('all of %d are read once, in order, in pages of three', async (count) => {
  const all = Array.from({ length: count }, (_, index) => index);
  const read: number[] = [];
  const listAfter = (last = -1, size: number) => Promise.resolve(all.slice(last + 1, last + 1 + size));
  for await (const one of inPages(listAfter, 3)) read.push(one);
  expect(read).toEqual(all);
});
