/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, expect, it } from '@jest/globals';
import { changeLanguage, pageLanguage } from './page-language.js';

afterEach(() => localStorage.clear());

it('of two quick choices the later one counts, whichever language is loaded last', async () => {
  await Promise.all([changeLanguage('hi'), changeLanguage('en')]);
  expect([pageLanguage(), localStorage.getItem('sarafa.language')]).toEqual(['en', 'en']);
});
