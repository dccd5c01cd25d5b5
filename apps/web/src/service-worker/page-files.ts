import { filesIn, isOurs } from '../shared/release/server-page.js';
import { keptFile } from './kept-file.js';
import { shellFile } from './shell.js';
import { restored } from './spare-scripts.js';

/** Keeps the worker alive for what it does besides the answer. */
export type Extend = (work: Promise<unknown>) => void;

/** Loads the files that a page names. Fails where one of them can't be had as a whole. */
export async function loadFilesOf(page: string, extend: Extend): Promise<void> {
  await Promise.all(filesIn(page).map((path) => load(path, extend)));
}

async function load(path: string, extend: Extend): Promise<void> {
  const file = await shellFile(new Request(path), extend);
  if (!isOurs(file)) throw new Error(`No file at ${path}: ${file.status}`);
  await file.arrayBuffer();
}

/** Whether a cache has all files that a page names, or can have them again. */
export async function hasFilesOf(page: string, cacheName: string): Promise<boolean> {
  const cache = await caches.open(cacheName);
  const found = await Promise.all(filesIn(page).map(async (path) => (await keptFile(cache, path)) ?? restored(path)));
  return !found.includes(undefined);
}
