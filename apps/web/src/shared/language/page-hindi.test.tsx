/** @jest-environment ./src/testing/web-environment.mjs */
import { beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import type * as answers from '../requests/answers.js';
import type * as fields from '../requests/field-errors.js';
import { pageLanguage, settleLanguage } from './page-language.js';
import type * as problems from '../requests/problem.js';

// As in the browser, what says something is imported once the language is settled.
type Said = typeof answers & typeof problems & typeof fields;
let said: Said;

beforeAll(async () => {
  localStorage.setItem('sarafa.language', 'hi');
  await settleLanguage();
  said = {
    ...(await import('../requests/answers.js')),
    ...(await import('../requests/problem.js')),
    ...(await import('../requests/field-errors.js')),
  };
});

const refusal = (code: string, message: string, details = {}) =>
  said.problemIn(400, { statusCode: 400, requestId: 'a', code, message, ...details });

it('is the language of the page and of its elements', () => {
  expect(pageLanguage()).toBe('hi');
  expect(document.documentElement.lang).toBe('hi');
});

it('says a refusal by its text, else by its code, else in general', () => {
  expect(refusal('CONFLICT', 'This username is taken').message).toBe('यह यूज़रनेम पहले से लिया हुआ है');
  expect(refusal('CONFLICT', '3 shops use this rate list').message).toBe('3 दुकानें यह भाव सूची इस्तेमाल कर रही हैं');
  expect(refusal('NOT_FOUND', 'Of a later release').message).toBe('यह नहीं मिला। हो सकता है इसे हटा दिया गया हो।');
  expect(refusal('OF_A_LATER_RELEASE', 'Anything').message).toBe('यह नहीं हो सका। कृपया फिर कोशिश करें।');
  const denied = said.problemIn(403, {
    statusCode: 403,
    requestId: 'a',
    code: 'FORBIDDEN',
    message: 'Insufficient privileges',
  });
  expect(said.failureText(denied)).toBe('अनुमति नहीं है: आपको इसकी अनुमति नहीं है');
});

it('says what is wrong with a field, here and at the server', () => {
  const schema = z.object({ name: z.string().min(3, 'must have at least 3 characters') });
  expect(said.fieldErrors(schema, { name: 'ab' }, { name: 'नाम' })).toEqual({ name: 'नाम में कम से कम 3 अक्षर होने चाहिए' });
  expect(said.fieldErrors(schema, { name: '' }, { name: 'नाम' })).toEqual({ name: 'नाम ज़रूरी है' });
  expect(said.serverErrors({ name: 'must be green' }, { name: 'नाम' })).toEqual({ name: 'कृपया नाम जाँचें' });
});

it('says a text within a text too, and leaves what people have typed as it is', () => {
  expect(said.answerText('The market is asked every 5 minutes from now on')).toBe('अब से बाज़ार से पूछने का अंतराल 5 मिनट है');
  expect(said.answerText('File a {b}.pdf is not a valid image or video file.')).toBe(
    'फ़ाइल a {b}.pdf सही फ़ोटो या वीडियो नहीं है।',
  );
  const faults = [
    'Metals.dev: gold refused, jumped further than the limit',
    'Metals.dev stands still: its prices are those of 2026-11-28T12:11:00.000Z',
    'Metals.dev and gold-api.com disagree on silver',
    'gold-api.com answered HTTP 500',
    'the question broke off, and the log says why',
    'Metals.dev answered failure 1203: Quota used up',
    'GoldAPI.io went away',
  ];
  expect(said.sourceFaultsText(faults.join('; ')).split('; ')).toEqual([
    'Metals.dev: सोना: भाव स्वीकार नहीं हुआ, तय सीमा से ज़्यादा उछला',
    'Metals.dev रुका हुआ है: उसके भाव 28 नवंबर 2026, 5:41 pm के हैं',
    'Metals.dev और gold-api.com के भाव अलग-अलग हैं: चाँदी',
    'gold-api.com: उत्तर में 500 आया',
    'पूछना बीच में रुक गया, कारण लॉग में है',
    'Metals.dev: उत्तर में त्रुटि 1203 आई: Quota used up',
    'GoldAPI.io went away',
  ]);
  expect(said.answerText('jumped further than the limit')).toBe('तय सीमा से ज़्यादा उछला');
  expect(said.answerText('मार्जिन बदल गए!')).toBe('मार्जिन बदल गए!');
});
