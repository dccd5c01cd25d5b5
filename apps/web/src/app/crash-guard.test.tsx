/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { PlainBoard } from '../features/board/cards/plain-board.js';
import { boardReducer, emptyBoard } from '../features/board/board-state.js';
import { SAMPLE_SOURCE } from '@sarafa/contracts';
import { HELD, LISTED, NOW, rates, shop, SHOP_ID } from '../testing/fixtures.js';
import { BoardGuard } from './board-guard.js';
import { CrashGuard } from './crash-guard.js';

const state = boardReducer(boardReducer(emptyBoard(SHOP_ID), { type: 'profile', value: shop() }), {
  type: 'prices',
  value: rates(),
});

let isBroken: boolean;
function Fragile() {
  if (isBroken) throw new Error('a fault of the screen');
  return <p>in order</p>;
}

beforeEach(() => {
  isBroken = true;
  jest.useFakeTimers();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('a screen that crashes', () => {
  it('leaves the last rates and their time, and is made anew until it holds', () => {
    render(
      <CrashGuard fallback={() => <PlainBoard state={state} />}>
        <Fragile />
      </CrashGuard>,
    );
    expect(screen.getByText('Mahalaxmi Jewellers')).toBeTruthy();
    expect(screen.getByText('₹1,57,821')).toBeTruthy();
    expect(screen.getByText('Rate as of 4:10 pm, 20 November')).toBeTruthy();

    act(() => jest.advanceTimersByTime(5_000));
    expect(screen.getByText('₹1,57,821')).toBeTruthy();
    isBroken = false;
    act(() => jest.advanceTimersByTime(10_000));
    expect(screen.getByText('in order')).toBeTruthy();
  });

  it.each([
    ['of a list', LISTED, ['Zaveri Association rate, set 9:40 am, 20 November']],
    ['that are held', HELD, ['Rate held since 4:10 pm, 20 November', 'Until 5:10 pm, 20 November']],
    ['that are held and made up', { ...HELD, source: SAMPLE_SOURCE }, ['Rate as of 4:10 pm, 20 November', 'Sample data']],
  ] as const)('says what the last rates are, %s', (_, shown, words) => {
    const told = [{ type: 'reached', at: NOW } as const, { type: 'prices', value: rates(shown) } as const];
    render(<PlainBoard state={told.reduce(boardReducer, state)} />);
    for (const text of words) expect(screen.getByText(text)).toBeTruthy();
  });

  it('says of which time the rates of a list are that nobody confirms', () => {
    const told = [{ type: 'prices', value: rates(LISTED) } as const, { type: 'lost' } as const];
    render(<PlainBoard state={told.reduce(boardReducer, state)} />);
    expect(screen.getByText('Rate as of 9:40 am, 20 November')).toBeTruthy();
  });
});

describe('a board whose fallback crashes too', () => {
  const unreadable = { ...state, customTables: null as never };

  it('shows the mark and no number, and is made anew until it holds', () => {
    const { container } = render(
      <BoardGuard fallback={() => <PlainBoard state={unreadable} />}>
        <Fragile />
      </BoardGuard>,
    );
    const expectMark = () => {
      expect(container.querySelectorAll('.board .over__mark')).toHaveLength(1);
      expect(container.textContent).toBe('');
    };
    expectMark();
    act(() => jest.advanceTimersByTime(5_000));
    expectMark();
    isBroken = false;
    act(() => jest.advanceTimersByTime(9_000));
    expectMark();
    act(() => jest.advanceTimersByTime(1_000));
    expect(screen.getByText('in order')).toBeTruthy();
  });
});
