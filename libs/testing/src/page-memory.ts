import type { CDPSession, Page } from 'playwright-core';

/** What a page keeps after garbage collection. */
export interface PageMemory {
  /** The size of the JavaScript heap in bytes. */
  readonly heap: number;
  /** The number of objects of scripts. Steadier than the heap, which also contains code that the browser compiles over time. */
  readonly objects: number;
  readonly nodes: number;
  readonly listeners: number;
  /** The number of video elements, including those outside of every document. */
  readonly videos: number;
  /** The number of these video elements that have a source, and with it a player and perhaps a decoder. */
  readonly players: number;
}

const GROUP = 'page-memory';
const COLLECTIONS = 4;

/** The session that `memoryOf` needs. */
export async function memorySession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return session;
}

export async function memoryOf(session: CDPSession): Promise<PageMemory> {
  for (let times = 0; times < COLLECTIONS; times++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const valueOf = (wanted: string) => metrics.find(({ name }) => name === wanted)!.value;
  const [heap, nodes, listeners] = [valueOf('JSHeapUsedSize'), valueOf('Nodes'), valueOf('JSEventListeners')];
  const [objects] = await counted(session, 'Object', 'this.length');
  const [videos, players] = await counted(
    session,
    'HTMLVideoElement',
    'this.length, this.filter((video) => video.networkState !== 0).length',
  );
  return { heap, objects: objects!, nodes, listeners, videos: videos!, players: players! };
}

/** Evaluates `numbers` over all living objects of a kind; the expression calls them `this`. */
async function counted(session: CDPSession, kind: string, numbers: string): Promise<number[]> {
  const objectGroup = GROUP;
  const { result } = await session.send('Runtime.evaluate', { expression: `${kind}.prototype`, objectGroup });
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId!, objectGroup });
  const answer = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId!,
    functionDeclaration: `function () { return [${numbers}]; }`,
    returnByValue: true,
  });
  await session.send('Runtime.releaseObjectGroup', { objectGroup });
  return answer.result.value as number[];
}
