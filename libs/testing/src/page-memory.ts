/// <reference lib="dom" />
import type { CDPSession, Page } from 'playwright-core';

/** What a page keeps, after all that can be forgotten is forgotten. */
export interface PageMemory {
  /** Bytes of its JavaScript heap. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
  /** Video elements, also those that no document has any more. */
  readonly videos: number;
  /** Of these, whoever has a source, and with it a player and perhaps a decoder. */
  readonly players: number;
}

const GROUP = 'page-memory';
const COLLECTIONS = 4;

/** For `memoryOf`. */
export async function memorySession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return session;
}

export async function memoryOf(session: CDPSession): Promise<PageMemory> {
  const { videos, players } = await videosOf(session);
  for (let times = 0; times < COLLECTIONS; times++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const valueOf = (wanted: string) => metrics.find(({ name }) => name === wanted)!.value;
  return { heap: valueOf('JSHeapUsedSize'), nodes: valueOf('Nodes'), listeners: valueOf('JSEventListeners'), videos, players };
}

async function videosOf(session: CDPSession): Promise<{ videos: number; players: number }> {
  const objectGroup = GROUP;
  const { result } = await session.send('Runtime.evaluate', { expression: 'HTMLVideoElement.prototype', objectGroup });
  // Collects garbage itself.
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId!, objectGroup });
  const counted = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId!,
    functionDeclaration: 'function () { return [this.length, this.filter((video) => video.networkState !== 0).length]; }',
    returnByValue: true,
  });
  await session.send('Runtime.releaseObjectGroup', { objectGroup });
  const [videos, players] = counted.result.value as [number, number];
  return { videos, players };
}
