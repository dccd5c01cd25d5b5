import { randomUUID } from 'node:crypto';
import { DONE_COMMANDS, DoneCommand, limits, RelayedCommand, SCREEN_COMMANDS, type ScreenCommand } from '@sarafa/contracts';
import { Bus } from '@sarafa/server';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ScreenStreams } from './screen-streams.js';

/**
 * Has screens do things. Any gateway may be asked, another one has the screen's stream, and a third one may get the beat by which
 * the screen says that it is done, so commands and their ends go to all gateways (rule 14.8).
 */
@Injectable()
export class ScreenCommands implements OnModuleInit {
  private readonly log = new Logger(ScreenCommands.name);
  /** Of the commands that were asked for here, by their ids. */
  private readonly waiting = new Map<string, { readonly screen: string; readonly end: () => void }>();

  constructor(
    private readonly bus: Bus,
    private readonly streams: ScreenStreams,
  ) {}

  onModuleInit(): void {
    this.hear(SCREEN_COMMANDS, async (message) => {
      const command = RelayedCommand.parse(message.json());
      // A node of NATS that stood still delivers what it has kept.
      if (command.done_by && command.done_by < (await this.bus.clock.now())) return;
      this.streams.command(command);
    });
    this.hear(DONE_COMMANDS, async (message) => {
      const { id, screen } = DoneCommand.parse(message.json());
      const asked = this.waiting.get(id);
      // Another screen can't end it.
      if (asked?.screen === screen) asked.end();
    });
  }

  /** Whether the screen has done it within two seconds. Throws `UNAVAILABLE` while NATS is away. */
  async run(screen: string, command: ScreenCommand): Promise<boolean> {
    const id = randomUUID();
    const done_by = (await this.bus.clock.now()) + limits.screens.commandMs;
    this.bus.connection.publish(SCREEN_COMMANDS, JSON.stringify({ id, screen, command, done_by }));
    return new Promise<boolean>((resolve) => {
      const end = (isDone: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(id);
        resolve(isDone);
      };
      const timer = setTimeout(() => end(false), limits.screens.commandMs);
      this.waiting.set(id, { screen, end: () => end(true) });
    });
  }

  /** A screen has said that it has done this. */
  done(id: string, screen: string): void {
    try {
      this.bus.connection.publish(DONE_COMMANDS, JSON.stringify({ id, screen }));
    } catch (error) {
      this.log.warn(`Nobody is told that a command was done: ${String(error)}`);
    }
  }

  /** Without a queue group, so that every gateway gets the message. */
  private hear(subject: string, handle: (message: { json(): unknown }) => Promise<void>): void {
    this.bus.subscribe(subject, (message) => {
      handle(message).catch((cause) => this.log.warn(`${subject}: ${String(cause)}`));
    });
  }
}
