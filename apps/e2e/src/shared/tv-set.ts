import { type Beat, type BeatAnswer, type Pairing, type PairingAnswer, type SavedScreen, type Screen } from '@sarafa/contracts';
import { EventStream, type SignedInCaller, until } from '@sarafa/testing';

/** A beat of a screen that plays. */
export const BEAT: Beat = {
  still_ms: 12,
  shown: null,
  playing: { ad: 1, of: 1 },
  is_off: false,
  release: 'r1',
  viewport: { width: 1920, height: 1080 },
};

export const openPairing = async (url: string): Promise<Pairing> =>
  (await (await fetch(`${url}/screens/pairings`, { method: 'POST' })).json()) as Pairing;

export const redeem = async (url: string, secret: string): Promise<{ status: number; body: PairingAnswer }> => {
  const answer = await fetch(`${url}/screens/pairings/${secret}`);
  return { status: answer.status, body: (await answer.json()) as PairingAnswer };
};

/** A paired TV as the product sees it: its stream and its beats. */
export class TvSet {
  private done = 0;

  private constructor(
    private readonly url: string,
    readonly screen: Screen,
    public token: string,
    readonly stream: EventStream,
  ) {}

  static async pair(url: string, shop: SignedInCaller, name: string): Promise<TvSet> {
    const { code, secret } = await openPairing(url);
    const { body } = await shop.call('post', '/screens/claim', { code, name });
    const { screen } = body as SavedScreen;
    const { token } = (await redeem(url, secret)).body;
    const stream = await EventStream.open(`${url}/boards/${screen.userId}/events?screen=${screen.id}`);
    return new TvSet(url, screen, token!, stream);
  }

  async beat(said: Partial<Beat> = {}): Promise<{ status: number; headers: Headers; body: BeatAnswer }> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ ...BEAT, ...said });
    const answer = await fetch(`${this.url}/screens/beats`, { method: 'POST', headers, body });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as BeatAnswer };
  }

  /** What has been set of it, as it was told last; null once it was removed. */
  get settings(): { name: string } | null | undefined {
    const told = this.stream.since(0, 'screen').at(-1)?.data as { screen: { name: string } | null } | undefined;
    return told?.screen;
  }

  /** Does the commands that come until `count` were done, and answers them in order. */
  async obey(count: number): Promise<string[]> {
    const commands = () => this.stream.since(0, 'command').map(({ data }) => data as { id: string; command: string });
    await until(() => commands().length >= this.done + count);
    const due = commands().slice(this.done, this.done + count);
    this.done += count;
    for (const { id } of due) await this.beat({ done: id });
    return due.map(({ command }) => command);
  }
}
