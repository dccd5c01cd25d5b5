import { afterAll, beforeAll } from '@jest/globals';
import type { PartName } from '@sarafa/contracts';
import { type HarnessServers, notReady, PARTS, type RunningApp, TestHarness } from '@sarafa/testing';

/** The parts in processes of their own, so that specs can stop them one by one. */
class PartsHarness extends TestHarness {
  parts!: Record<PartName, RunningApp>;

  /** Starts all parts, with `nodeArgs` and the environment that `envOf` answers for each. */
  async startParts(
    own: Record<string, string>,
    nodeArgs: Partial<Record<PartName, string[]>> = {},
    envOf: (part: PartName) => Record<string, string> = () => ({}),
  ): Promise<void> {
    const start = async (name: PartName) => [name, await this.startPart(name, { ...own, ...envOf(name) }, nodeArgs[name])];
    this.parts = Object.fromEntries(await Promise.all(PARTS.map(start))) as Record<PartName, RunningApp>;
  }

  /** Waits until all parts are ready. */
  async allReady(): Promise<void> {
    const late = await notReady(Object.values(this.parts));
    if (late.length > 0) throw new Error(`Not ready: ${late.map(({ metricsUrl }) => metricsUrl).join(', ')}`);
  }
}

/** For all specs of a file. Its servers run before the file's own set-up; `startNats` starts another NATS than usual. */
export function partsHarness(startNats?: HarnessServers['startNats'], others: HarnessServers = {}): PartsHarness {
  const w = new PartsHarness();
  beforeAll(() => w.open({ ...others, startNats, withFiles: true }));
  afterAll(() => w.end());
  return w;
}
