// Boards like those of apps/web: each holds a stream open, reconnects by itself, and trusts no rates after a silence.
import { get } from 'node:http';

/** Less than the 35 s that the board of apps/web waits. The server sends a heartbeat every 15 s. */
const SILENCE_MS = 20_000;
const LIVE_MOST_MS = 25_000;
const BACK_MS = 1_000;

class Board {
  last = new Map();
  heardAt = performance.now();

  constructor(boards, userId, gateway) {
    Object.assign(this, { boards, userId, gateway });
    this.open();
  }

  open() {
    if (this.boards.isEnding) return;
    let isOver = false;
    const again = () => {
      if (isOver) return;
      isOver = true;
      this.isOpen = false;
      clearInterval(watch);
      setTimeout(() => this.open(), BACK_MS * (1 + Math.random() / 2)).unref();
    };
    const request = get(`${this.gateway.url}/boards/${this.userId}/events`, {
      agent: false,
      headers: { accept: 'text/event-stream' },
    });
    const watch = setInterval(() => {
      if (performance.now() - this.heardAt > SILENCE_MS) request.destroy();
    }, 1_000);
    this.heardAt = performance.now();
    request.on('error', again).on('close', again);
    request.on('response', (response) => {
      response.on('error', again);
      if (response.statusCode !== 200) return void response.destroy();
      let rest = '';
      response.setEncoding('utf8').on('data', (text) => {
        this.isOpen = true;
        this.heardAt = performance.now();
        const frames = (rest + text).split('\n\n');
        rest = frames.pop();
        for (const frame of frames) {
          const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
          if (event) this.last.set(event, data);
        }
      });
    });
    this.request = request;
  }

  /** Whether the board shows an older rate as live than it may. */
  get isWrong() {
    if (!this.isOpen || performance.now() - this.heardAt > SILENCE_MS) return false;
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
      this.all.push(new Board(this, shops[index % shops.length].id, gateways[index % gateways.length]));
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
    this.isEnding = true;
    clearInterval(this.watch);
    for (const { request } of this.all) request?.destroy();
  }
}
