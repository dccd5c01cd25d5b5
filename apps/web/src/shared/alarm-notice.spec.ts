import { describe, expect, it } from '@jest/globals';
import { ScreenState } from '@sarafa/contracts';
import { alarmNotice } from './alarm-notice.js';

const message = {
  screen: '1'.repeat(24),
  name: 'Front window',
  state: 'offline',
  since: '2026-11-20T10:40:00.000Z',
} as const;
const AT = '4:10 pm, 20 November';
const HINDI_AT = '20 नवंबर, 4:10 pm';
const english = { language: 'en', path: '/user-dashboard/1#screens' };

describe('what a phone shows of an alarm', () => {
  it('says the screen, how it is, and since when', () => {
    expect(alarmNotice(message, english)).toEqual({
      title: 'Front window',
      options: {
        ...{ body: `No answer since ${AT}`, tag: `screen-${message.screen}`, renotify: true },
        ...{ lang: 'en', icon: '/brand/icon-192.png', data: english.path },
      },
    });
  });

  it.each([
    ['en', 'Plays again', `Shows old rates since ${AT}`, `Frozen since ${AT}`, 'Has not started yet'],
    ['hi', 'फिर चल रही है', `${HINDI_AT} के बाद से पुराने भाव दिखा रही है`, `${HINDI_AT} से अटकी हुई है`, 'अभी शुरू नहीं हुई'],
    ['of a later release', 'Plays again', `Shows old rates since ${AT}`, `Frozen since ${AT}`, 'Has not started yet'],
  ])('is in the language of the page: %s', (language, playing, old, frozen, never) => {
    const body = (state: ScreenState) => alarmNotice({ ...message, state }, { ...english, language }).options.body;
    expect([body('playing'), body('old'), body('frozen'), body('never')]).toEqual([playing, old, frozen, never]);
  });

  it.each([
    ['en', 'No answer since 12:10 am, 1 January'],
    ['hi', '1 जनवरी, 12:10 am से कोई जवाब नहीं'],
  ])('says the day in India, as a notice may be read days later: %s', (language, body) => {
    const late = { ...message, since: '2026-12-31T18:40:00.000Z' };
    expect(alarmNotice(late, { ...english, language }).options.body).toBe(body);
  });

  it('has words for each state, and for one of a later release', () => {
    for (const state of ScreenState.options) expect(alarmNotice({ ...message, state }, english).options.body).toBeTruthy();
    expect(alarmNotice({ ...message, state: 'melted' }, english).options.body).toBe(`No answer since ${AT}`);
  });

  it('says that a rate card is ready, and leads to it', () => {
    const card = { card: '2'.repeat(24), name: 'Zaveri', since: message.since };
    const notice = alarmNotice(card, english);
    expect(notice.title).toBe('Zaveri');
    expect(notice.options).toMatchObject({ tag: 'card', data: '/user-dashboard?to=card' });
    expect(notice.options.body).toBe(`Your rate card of ${AT} is ready to share`);
  });

  it('says which rate list was to be set, and leads to the lists where these are known', () => {
    const due = { list: '2'.repeat(24), name: 'Mumbai association', since: message.since };
    const body = `The rates weren’t set by ${AT}`;
    expect(alarmNotice(due, { ...english, lists: '/admin/rate-lists' })).toMatchObject({
      title: 'Mumbai association',
      options: { body, tag: `list-${due.list}`, data: '/admin/rate-lists' },
    });
    expect(alarmNotice(due, english).options.data).toBe(english.path);
  });

  it.each([[undefined], [null], ['text'], [{ kind: 'of a later release' }]])('is said where it can’t be read: %j', (unread) => {
    expect(alarmNotice(unread, english)).toMatchObject({ title: 'Sarafa', options: { body: 'Please look at your screens' } });
  });
});
