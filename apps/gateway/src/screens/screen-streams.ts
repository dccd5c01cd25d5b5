import { boardScreens, Id, limits, type RelayedCommand, type ScreenSettings } from '@sarafa/contracts';
import { Repeating, StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import type { StreamSocket } from '../boards/stream-socket.js';
import { RemovedScreens } from '../gone-ids.js';
import { asciiJson, eventFrame } from '../boards/answer.js';

/** The stream of a screen's board, and the settings that it was sent last. */
interface OpenScreen {
  readonly id: string;
  readonly userId: string;
  readonly stream: StreamSocket;
  sent?: ScreenSettings | null;
}

/** Sends the streams of paired screens their settings and their commands, beside what every board gets (rules 14.5 and 14.8). */
@Injectable()
export class ScreenStreams extends Repeating {
  /** By the shop. */
  private readonly ofShops = new Map<string, Set<OpenScreen>>();
  private readonly ofScreens = new Map<string, Set<OpenScreen>>();

  constructor(
    private readonly state: StateCache,
    private readonly removed: RemovedScreens,
  ) {
    super();
    state.onChange((stateKey, id) => {
      if (stateKey === boardScreens) this.refresh(id);
    });
  }

  /** The screen that a stream's address names; undefined for a board that nobody paired. */
  screenIn({ screen }: Readonly<Record<string, unknown>>): string | undefined {
    return Id.safeParse(screen).data;
  }

  /** Keeps the shop's screens in the cache until the returned function is called. */
  async pin(userId: string): Promise<() => void> {
    // A board shows its rates also while it isn't known what is set of its screen; the beat tries again.
    return this.state.pin(boardScreens, userId).catch(() => () => undefined);
  }

  /** Adds a stream that was started, until the returned function is called. */
  enter(userId: string, id: string, stream: StreamSocket): () => void {
    const screen: OpenScreen = { id, userId, stream };
    const leave = [add(this.ofShops, userId, screen), add(this.ofScreens, id, screen)];
    this.tell(screen);
    return () => leave.forEach((end) => end());
  }

  /** Sends a command to the screen's streams that are open here. */
  command({ id, screen, command }: RelayedCommand): void {
    const frame = eventFrame('command', JSON.stringify({ id, command }));
    // Whoever opens a stream may name any screen, but only one of that shop has settings.
    for (const { stream, sent } of this.ofScreens.get(screen) ?? []) if (sent) stream.write(frame);
  }

  private refresh(userId: string): void {
    for (const screen of this.ofShops.get(userId) ?? []) this.tell(screen);
  }

  /** The settings by the shop's state; undefined when they aren't known, or the state has no such screen. */
  settingsOf(userId: string, id: string): ScreenSettings | undefined {
    return this.state.peek(boardScreens, userId)?.screens.find((screen) => screen.id === id);
  }

  /** Sends the settings if they have changed; nothing while they aren't known. */
  private tell(screen: OpenScreen): void {
    const settings = this.settingsOf(screen.userId, screen.id);
    if (settings) return this.send(screen, settings);
    if (this.state.peek(boardScreens, screen.userId) === undefined) return;
    void this.removed.isGone(screen.id).then((isRemoved) => {
      if (isRemoved) this.send(screen, null);
    });
  }

  private send(screen: OpenScreen, settings: ScreenSettings | null): void {
    if (screen.sent !== undefined && JSON.stringify(screen.sent) === JSON.stringify(settings)) return;
    screen.sent = settings;
    screen.stream.write(eventFrame('screen', asciiJson({ screen: settings })));
  }

  protected pause(): number {
    return limits.heartbeatMs;
  }

  /** For those whose settings weren't known, or whose removal couldn't be confirmed. */
  protected async turn(): Promise<void> {
    const isTold = (userId: string, { id, sent }: OpenScreen) => sent === null || (sent && this.settingsOf(userId, id));
    const look = async ([userId, screens]: [string, Set<OpenScreen>]) => {
      if ([...screens].every((screen) => isTold(userId, screen))) return;
      await this.state.load(boardScreens, userId).catch(() => undefined);
      this.refresh(userId);
    };
    // All at once, because the cache asks NATS for them together.
    await Promise.all([...this.ofShops].map(look));
  }
}

/** Adds to the set under `key`; the result takes it out again. */
function add<T>(sets: Map<string, Set<T>>, key: string, value: T): () => void {
  const set = sets.get(key) ?? new Set<T>();
  sets.set(key, set.add(value));
  return () => {
    set.delete(value);
    if (set.size === 0 && sets.get(key) === set) sets.delete(key);
  };
}
