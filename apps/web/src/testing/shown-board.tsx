import { afterEach, beforeEach, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { BoardApp } from '../features/board/board-app.js';
import { type BoardStore, startBoard } from '../features/board/board-store.js';
import { FakeNetwork } from './fake-network.js';
import { NOW, rates, row, shop, SHOP_ID } from './fixtures.js';
import './quick-react.js';

/** A board on a screen, with a network and a clock that the spec controls. */
class ShownBoard {
  network!: FakeNetwork;
  store!: BoardStore;

  /** Shows the board, which the server has told nothing yet. */
  readonly start = (): void => {
    this.store = startBoard(SHOP_ID);
    render(<BoardApp store={this.store} />);
  };

  /** Shows the board once its loading screen is over. */
  readonly open = async (profile = shop(), tables = [row(1, 'Gold Coin 24K (8g)', 126_257)]): Promise<void> => {
    this.start();
    this.send('profile', profile);
    this.send('prices', rates());
    this.send('custom-tables', tables);
    this.send('maintenance', { isMaintenanceMode: false, enabled: true });
    this.send('heartbeat', { now: new Date(NOW).toISOString() });
    await this.pass(1_500);
  };

  /** An event of the board's stream. */
  readonly send = (name: string, data: unknown): void => act(() => this.network.stream.send(name, data));

  readonly pass = async (ms: number): Promise<void> => {
    await act(() => jest.advanceTimersByTimeAsync(ms));
  };

  readonly cells = (): string[] => screen.getAllByRole('article').map((cell) => cell.textContent ?? '');
}

/** For all specs of a file: each spec shows a board with an empty store and a new network. */
export function shownBoard(): ShownBoard {
  const board = new ShownBoard();
  beforeEach(() => {
    // Frames come as in a browser, but aren't awaited one by one, which would take seconds for a minute of them.
    jest.useFakeTimers({ now: NOW, doNotFake: ['requestAnimationFrame', 'cancelAnimationFrame'] });
    localStorage.clear();
    board.network = new FakeNetwork();
    board.network.install();
  });
  afterEach(() => {
    cleanup();
    board.store.stop();
    jest.useRealTimers();
  });
  return board;
}
