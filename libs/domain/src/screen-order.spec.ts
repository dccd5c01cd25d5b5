import { expect, it } from '@jest/globals';
import { darkFirst } from './screen-order.js';

it('lists the screens that don’t play first, and of these the longest dark ones', () => {
  const screen = (id: string, state: 'playing' | 'old' | 'never', hour: number) => {
    return { id, state, since: new Date(Date.UTC(2026, 10, 20, hour)).toISOString() };
  };
  const screens = [
    screen('e', 'playing', 1),
    screen('d', 'playing', 0),
    screen('c', 'old', 3),
    screen('b', 'never', 2),
    screen('a', 'old', 3),
  ];
  expect(screens.toSorted(darkFirst).map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd', 'e']);
});
