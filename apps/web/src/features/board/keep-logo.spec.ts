/** @jest-environment ./src/testing/web-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { keepLogo } from './keep-logo.js';

const LOGO = '/media/logos/a.webp';

/** Imitates the browser: its cache, and a network that answers with a file of this type. */
let stored: Map<string, Response>;
let type: string;
let status: number;

const answered = (kind: string, code = 200) => ({ status: code, headers: { get: () => kind } }) as unknown as Response;

beforeEach(() => {
  stored = new Map();
  [type, status] = ['image/webp', 200];
  const answer = () => answered(type, status);
  const cache = {
    match: async (url: string) => stored.get(url),
    put: async (url: string, response: Response) => void stored.set(url, response),
  };
  const caches = { open: async () => cache };
  Object.assign(globalThis, { caches, fetch: async () => answer() });
  Object.assign(window, { caches });
});

const typeKept = async () => {
  keepLogo(LOGO);
  await new Promise((done) => setTimeout(done));
  return stored.get(LOGO)?.headers.get('content-type');
};

describe("a shop's logo on this device", () => {
  it('is kept', async () => {
    expect(await typeKept()).toBe('image/webp');
    type = 'image/png';
    expect(await typeKept()).toBe('image/webp');
  });

  it('is no sign-in page of a network, and takes the place of one', async () => {
    type = 'text/html';
    expect(await typeKept()).toBeUndefined();
    stored.set(LOGO, answered('text/html'));
    type = 'image/webp';
    expect(await typeKept()).toBe('image/webp');
  });

  it('is no error', async () => {
    status = 404;
    expect(await typeKept()).toBeUndefined();
  });
});
