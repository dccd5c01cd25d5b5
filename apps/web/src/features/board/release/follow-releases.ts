import { BOARD_PROTOCOL } from '@sarafa/contracts';
import { inKolkata } from '@sarafa/domain';
import { RELEASES_CACHE } from '../../../shared/release/cache-names.js';
import { inTime } from '../../../shared/requests/in-time.js';
import { mayBeTried, MOST_FAILURES, readReleaseState } from '../../../shared/release/release-state.js';
import { pageIsThere, pageOfServer } from '../../../shared/release/server-page.js';
import { workers } from '../../../shared/release/workers.js';
import type { ServerRelease } from '../board-state.js';
import type { BoardStore } from '../board-store.js';
import { standOf, viewOf } from '../board-view.js';
import { ownRelease, reportRefused } from './own-release.js';

const NAMED_RELEASE = /<meta name="release" content="([0-9a-f]+)"/;
const LOOK_MS = 30_000;
/** During a rollout gateways of two releases answer. A release counts as new once it has been the newest for this long. */
const SETTLED_MS = 10 * 60_000;
/** Boards load a new release one after the other over this time, so that the load on the server stays low. */
const SPREAD_MS = 60 * 60_000;
const SPREAD_IN_NEED_MS = 30_000;
/** The same for the search for a new release's files. */
const SPREAD_OF_UPDATES_MS = 5 * 60_000;

/** What the follower has to know of the page that it brings to a new release. */
export interface FollowedPage {
  /** The server's release as its stream says it; null without a stream. */
  server(): ServerRelease | null;
  /** Whether it is a time at which a reload is hardly noticed. */
  isQuiet(): boolean;
  /** Whether what the page shows now may go for a moment. */
  mayReload(): boolean;
}

/**
 * Brings an open board to a new release: the page reloads at a quiet moment, when the market is closed or late at night, once
 * the new release is completely on the device. A release that the server no longer supports is replaced at once. A hidden page
 * doesn't wait to be seen: a device whose display is off at night would get no release. The service worker decides which release
 * the reload gets, and whether the new one stays.
 */
export class ReleaseFollower {
  private readonly timer = setInterval(() => void this.look(), LOOK_MS);
  private readonly share = Math.random();
  private candidate: { readonly release: string; readonly since: number } | undefined;
  private quietSince: number | undefined;
  private updating: string | undefined;
  private askedAt = performance.now();
  private asked: ServerRelease | null = null;
  /** Whether the service worker says which releases are on this device. */
  private isKept = false;
  private isAsking = false;

  constructor(
    private readonly page: FollowedPage,
    private readonly reload: () => void = () => location.reload(),
  ) {}

  stop(): void {
    clearInterval(this.timer);
  }

  async look(): Promise<void> {
    const now = performance.now();
    this.quietSince = this.page.isQuiet() ? (this.quietSince ?? now) : undefined;
    const server = this.page.server() ?? (await this.askedServer(now));
    this.searchFor(server?.release);
    const release = await this.newRelease(server);
    if (release !== this.candidate?.release) this.candidate = release ? { release, since: now } : undefined;
    if (!this.candidate || !this.page.mayReload() || !this.isDue(this.candidate.since, now, server)) return;
    if (this.isKept || (await this.isThere(this.candidate.release))) this.reload();
  }

  /** Whether a reload would get all of `release` now, for a board without a service worker. */
  private async isThere(release: string): Promise<boolean> {
    if (this.isAsking) return false;
    this.isAsking = true;
    const isThere = await pageIsThere(`content="${release}"`);
    this.isAsking = false;
    return isThere;
  }

  private isDue(since: number, now: number, server: ServerRelease | null): boolean {
    if ((server?.oldestProtocol ?? 0) > BOARD_PROTOCOL) return now - since >= this.share * SPREAD_IN_NEED_MS;
    if (this.quietSince === undefined || now - since < SETTLED_MS) return false;
    return now - this.quietSince >= this.share * SPREAD_MS;
  }

  /**
   * The newest release that is completely on this device, if this page is of another one and the new one may be tried; without
   * a worker, or where its storage doesn't answer, the server's release.
   */
  private async newRelease(server: ServerRelease | null): Promise<string | undefined> {
    const state = hasWorker() ? await inTime(caches.open(RELEASES_CACHE).then(readReleaseState)) : undefined;
    this.isKept = state !== undefined;
    if (!state) return server?.release === ownRelease ? undefined : server?.release;
    const { installed } = state;
    if (!installed || installed === ownRelease) return undefined;
    if ((state.failures[installed] ?? 0) >= MOST_FAILURES) reportRefused(installed);
    return mayBeTried(state, installed) ? installed : undefined;
  }

  /** What the server's page says, looked at now and then, for a page that no stream tells it. */
  private async askedServer(now: number): Promise<ServerRelease | null> {
    if (now - this.askedAt >= SETTLED_MS) {
      this.askedAt = now;
      const page = await pageOfServer().catch(() => '');
      const [, release] = NAMED_RELEASE.exec(page) ?? [];
      if (release) this.asked = { release };
    }
    return this.asked;
  }

  /** The page looks for a new worker once an hour anyway; a heartbeat with another release makes it look sooner. */
  private searchFor(release: string | undefined): void {
    if (!release || release === ownRelease || release === this.updating || !hasWorker()) return;
    this.updating = release;
    const update = async () => (await workers()?.ready)?.update();
    setTimeout(() => void update().catch(() => (this.updating = undefined)), this.share * SPREAD_OF_UPDATES_MS);
  }
}

/** The page of a shop's board. */
export function boardPage({ getState, clock }: Pick<BoardStore, 'getState' | 'clock'>): FollowedPage {
  return {
    server: () => getState().server,
    isQuiet: () => {
      const now = clock.now();
      return standOf(getState()) === 'closed' || (now !== undefined && isNight(now));
    },
    // Without a rate on the screen nobody could tell whether the new release works any better. A shop that shows ads alone never
    // has one.
    mayReload: () => ['rates', 'idle'].includes(viewOf(getState(), true)),
  };
}

/** From 03:00 to 05:00 in Asia/Kolkata, when no shop is open. */
function isNight(now: number): boolean {
  const hour = inKolkata(now).getUTCHours();
  return hour >= 3 && hour < 5;
}

function hasWorker(): boolean {
  return Boolean(workers()?.controller) && 'caches' in window;
}
