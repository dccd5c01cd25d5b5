import { expect, it } from '@jest/globals';
import { Memo } from './memo.js';

it('keeps what is asked for, and forgets what is not while as many others are as it may keep', () => {
  const memo = new Memo<number, { of: number }>(10);
  let made = 0;
  const of = (key: number) => memo.kept(key, () => ({ of: key, number: ++made }));
  const first = of(0);
  for (let key = 1; key <= 100; key++) {
    of(key);
    expect(of(0)).toBe(first);
  }
  expect(made).toBe(101);
  of(50);
  expect(made).toBe(102);
});
