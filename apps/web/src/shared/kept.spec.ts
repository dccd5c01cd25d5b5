/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, describe, expect, it } from '@jest/globals';
import { kept, keptInTab } from './kept.js';
import { forbidStorage } from '../testing/forbidden-storage.js';

describe.each([
  ['localStorage', kept],
  ['sessionStorage', keptInTab],
] as const)('what %s keeps', (name, store) => {
  let allow = () => undefined as void;
  afterEach(() => {
    allow();
    window[name].clear();
  });

  it('is in the browser', () => {
    expect([store.get('a'), store.set('a', '1'), store.get('a'), window[name].getItem('a')]).toEqual([null, true, '1', '1']);
    store.remove('a');
    expect(window[name].getItem('a')).toBeNull();
  });

  it('lasts as long as the page where storage is forbidden', () => {
    allow = forbidStorage();
    expect([store.get('a'), store.set('a', '1'), store.get('a')]).toEqual([null, false, '1']);
    store.remove('a');
    expect(store.get('a')).toBeNull();
  });

  it('lasts as long as the page where storage is full, and is the newer value', () => {
    store.set('a', '1');
    allow = forbidStorage('full');
    expect([store.set('a', '2'), store.get('a'), window[name].getItem('a')]).toEqual([false, '2', '1']);
    allow();
    expect([store.set('a', '3'), store.get('a'), window[name].getItem('a')]).toEqual([true, '3', '3']);
    store.remove('a');
  });
});
