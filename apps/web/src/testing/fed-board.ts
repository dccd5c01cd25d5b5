import { afterEach, beforeEach, jest } from '@jest/globals';
import { type BoardStore, startBoard } from '../features/board/board-store.js';
import { standOf } from '../features/board/board-view.js';
import { FakeNetwork } from './fake-network.js';
import { NOW, rates, row, shop, SHOP_ID } from './fixtures.js';

export const PROFILE = '/user/dashboard/:id';
export const PRICES = '/prices/user/:id';

/** A board without a screen, with a network and a clock that the spec controls. */
class FedBoard {
  network!: FakeNetwork;
  store!: BoardStore;

  start(id = SHOP_ID): void {
    this.store = startBoard(id);
  }

  get stand() {
    return standOf(this.store.getState());
  }

  newNetwork(): void {
    this.network = new FakeNetwork();
    this.network.install();
  }

  answerPolls(): void {
    this.network.reply(PROFILE, shop());
    this.network.reply(PRICES, rates());
    this.network.reply('/user/custom-tables/public/:id', [row(1, 'Coin', 100)]);
    this.network.reply('/advertisements/public/:id', []);
    this.network.reply('/settings/maintenance', { isMaintenanceMode: false });
    this.network.reply('/prices/settings/public-view-enabled', { enabled: true });
  }

  sendAll({ prices = true, heartbeat = true } = {}): void {
    const { stream } = this.network;
    stream.send('profile', shop());
    if (prices) stream.send('prices', rates());
    stream.send('advertisements', []);
    stream.send('custom-tables', [row(1, 'Coin', 100)]);
    stream.send('maintenance', { isMaintenanceMode: false, enabled: true });
    if (heartbeat) stream.send('heartbeat', { now: new Date(NOW).toISOString() });
  }
}

/** For all specs of a file: each spec starts a board with an empty store and a new network. */
export function fedBoard(): FedBoard {
  const board = new FedBoard();
  beforeEach(() => {
    jest.useFakeTimers({ now: NOW });
    jest.spyOn(Math, 'random').mockReturnValue(1);
    localStorage.clear();
    board.newNetwork();
  });
  afterEach(() => {
    board.store.stop();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
  return board;
}
