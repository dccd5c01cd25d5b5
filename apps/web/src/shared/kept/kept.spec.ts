/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, describe, expect, it } from '@jest/globals';
import { kept } from './kept.js';
import { forbidStorage } from '../../testing/forbidden-storage.js';

describe('what a browser keeps', () => {
  let allow = () => undefined as void;
  afterEach(() => {
    allow();
    localStorage.clear();
  });

  it('is in the browser', () => {
    expect([kept.get('a'), kept.set('a', '1'), kept.get('a'), localStorage.getItem('a')]).toEqual([null, true, '1', '1']);
    kept.remove('a');
    expect(localStorage.getItem('a')).toBeNull();
  });

  it('is found by how its name begins, wherever it is', () => {
    localStorage.setItem('shop.1', '1');
    localStorage.setItem('other', '1');
    allow = forbidStorage('full');
    kept.set('shop.2', '2');
    allow();
    expect(kept.names('shop.').sort()).toEqual(['shop.1', 'shop.2']);
    kept.remove('shop.2');
    allow = forbidStorage();
    expect(kept.names('shop.')).toEqual([]);
  });

  it('lasts as long as the page where storage is forbidden', () => {
    allow = forbidStorage();
    expect([kept.get('a'), kept.set('a', '1'), kept.get('a')]).toEqual([null, false, '1']);
    kept.remove('a');
    expect(kept.get('a')).toBeNull();
  });

  it('lasts as long as the page where storage is full, and is the newer value', () => {
    kept.set('a', '1');
    allow = forbidStorage('full');
    expect([kept.set('a', '2'), kept.get('a'), localStorage.getItem('a')]).toEqual([false, '2', '1']);
    allow();
    expect([kept.set('a', '3'), kept.get('a'), localStorage.getItem('a')]).toEqual([true, '3', '3']);
    kept.remove('a');
  });
});
