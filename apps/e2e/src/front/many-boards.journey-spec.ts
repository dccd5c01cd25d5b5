/// <reference lib="dom" />
import { describe, it } from '@jest/globals';
import { boardLimits } from '@sarafa/contracts';
import { addShops, skipLoadingScreen, until } from '@sarafa/testing';
import { Person, portal } from '../shared/portal-person.js';

const site = portal();

/** How often boards without a stream ask for prices. */
const POLL_MS = boardLimits.heartbeatMs;

/** By HTTP/1.1 a browser has six connections to a server, and each stream takes one. */
describe('eight boards of two shops in one browser', () => {
  it('are all live, and leave the sign-in a connection', async () => {
    const { w } = site;
    const shops = await addShops(w.db, [{ username: 'many.first' }, { username: 'many.second' }]);
    const person = await Person.at(site, 1440);
    await person.context.addInitScript(() => {
      const open: EventSource[] = ((window as unknown as { open: EventSource[] }).open = []);
      window.EventSource = class extends EventSource {
        constructor(url: string | URL) {
          super(url);
          open.push(this);
        }
      };
    });
    // From now on each answer has the time of its own, so that the rates stay live.
    w.feed.set({ gold: '467600', silver: '6940' });
    await until(async () => (await w.json(`/prices/user/${shops[0]!}`))['state'] === 'live');
    await skipLoadingScreen(person.context);
    const opened = async (shop: string) => {
      const board = await person.context.newPage();
      await board.goto(`/public-view/${shop}`);
      return board;
    };
    const boards = await Promise.all(Array.from({ length: 8 }, (_, index) => opened(shops[index % 2]!)));
    const allAreLive = () =>
      Promise.all(
        boards.map((board) =>
          // A rate that was late for a moment is live with the next poll.
          board
            .locator('.is-live .cell')
            .first()
            .waitFor({ timeout: POLL_MS + 5_000 }),
        ),
      );
    await allAreLive();
    const streams = async () => {
      const counts = boards.map((board) =>
        board.evaluate(() => {
          const { open } = window as unknown as { open: EventSource[] };
          return open.filter(({ readyState }) => readyState !== EventSource.CLOSED).length;
        }),
      );
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    };
    await until(async () => (await streams()) === 3, 5_000);

    await person.page.goto('/login');
    await person.page.getByLabel('Username').waitFor();

    const left = boards.splice(0, 3);
    await Promise.all(left.map((board) => board.close()));
    await until(async () => (await streams()) === 3, 10_000);
    await allAreLive();
    await person.context.close();
  });
});
