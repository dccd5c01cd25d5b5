// Boards like those of apps/web: each holds a stream open, reconnects by itself, and trusts no rates after a silence.
import { LastingStream } from '@sarafa/testing';

/** Less than the 35 s that the board of apps/web waits. The server sends a heartbeat every 15 s. */
const SILENCE_MS = 20_000;
const LIVE_MOST_MS = 25_000;
const STREAM = { delayMs: () => 1_000 * (1 + Math.random() / 2), firstEventMs: SILENCE_MS, silenceMs: SILENCE_MS };

class Board {
  /** The newest data of each event, which stay when the stream has ended. */
  last = new Map();

  constructor(userId, gateway) {
    this.userId = userId;
    this.gateway = gateway;
    // Null takes back the rates that were sent.
    const onEvent = (event, data) => (data === 'null' ? this.last.delete(event) : this.last.set(event, data));
    this.stream = new LastingStream(`${gateway.url}/boards/${userId}/events`, { ...STREAM, onEvent });
  }

  get isOpen() {
    return this.stream.isOpen;
  }

  /** Whether the board shows an older rate as live than it may. */
  get isWrong() {
    if (!this.isOpen || performance.now() - this.stream.heardAt > SILENCE_MS) return false;
    const [prices, profile] = [this.last.get('prices'), this.last.get('profile')];
    // Without a subscription a board shows no rates, and is sent none.
    if (!prices || !JSON.parse(profile ?? '{}').isSubscriptionValid) return false;
    const { state, lastUpdated } = JSON.parse(prices);
    return state === 'live' && Date.now() - Date.parse(lastUpdated) > LIVE_MOST_MS;
  }
}

export class Boards {
  all = [];
  oldAsLive = new Map();

  open(count, shops, gateways) {
    for (let index = 0; index < count; index++) {
      this.all.push(new Board(shops[index % shops.length].id, gateways[index % gateways.length]));
    }
    const wrongFor = new Map();
    this.watch = setInterval(() => {
      for (const board of this.all) {
        const seen = board.isWrong ? (wrongFor.get(board) ?? 0) + 1 : 0;
        wrongFor.set(board, seen);
        // A single look may fall into the moment before the board is told; three looks can't.
        if (seen === 3) this.oldAsLive.set(board.userId, board.last.get('prices'));
      }
    }, 1_000);
  }

  /** What boards have shown wrongly since the last call, also if it is over. */
  takeWrong() {
    const wrong = [...this.oldAsLive].map(([userId, prices]) => ({
      what: `a board of ${userId} showed an old rate as live: ${prices}`,
      about: userId,
    }));
    this.oldAsLive.clear();
    return wrong;
  }

  end() {
    clearInterval(this.watch);
    for (const { stream } of this.all) stream.close();
  }
}
