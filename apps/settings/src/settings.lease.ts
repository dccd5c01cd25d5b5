import { Bus, Lease } from '@sarafa/server';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

/** How long the states of screens may fail to be written here before another replica tries. */
const FAILING_MS = 60_000;

/** The right to write the states of screens, to tell alarms, and to do whatever else only one replica does. */
@Injectable()
export class SettingsLease extends Lease implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(bus: Bus) {
    super(bus, 'settings');
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.start(FAILING_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.release();
  }
}
