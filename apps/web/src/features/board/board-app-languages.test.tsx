/** @jest-environment ./src/testing/web-environment.mjs */
import { describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { shop } from '../../testing/fixtures.js';
import { shownBoard } from '../../testing/shown-board.js';

const { open, send, cells } = shownBoard();

describe('the language of a board', () => {
  it('speaks the language of its shop once it has the messages, and rates the whole time', async () => {
    await open();
    send('profile', shop({ language: 'hi' }));
    expect(cells()[0]).toBe('24K GOLD (10g)₹1,57,821');
    await act(async () => void (await import('@sarafa/words/languages/hi.json', { with: { type: 'json' } })));
    expect(cells()).toEqual([
      '24 कैरेट सोना (10 ग्राम)₹1,57,821',
      '22 कैरेट सोना (10 ग्राम)₹1,44,564',
      '18 कैरेट सोना (10 ग्राम)₹1,18,366',
      'चाँदी (1 किलो)₹2,36,450',
      'Gold Coin 24K (8g)₹1,26,257',
    ]);
    expect(screen.getByRole('status').textContent).toContain('4:10 pm पर अपडेट');
    expect(screen.getByText('शुक्रवार, 20 नवंबर 2026')).toBeTruthy();
    expect(document.documentElement.lang).toBe('hi');
    send('profile', shop({ language: 'en' }));
    expect(cells()[0]).toBe('24K GOLD (10g)₹1,57,821');
    expect(document.documentElement.lang).toBe('en-IN');
  });

  it('shows every number in the digits of its language, and what the shop has typed as it is', async () => {
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    await open();
    send('profile', shop({ language: 'hi', numerals: 'native' }));
    await act(async () => void (await import('@sarafa/words/languages/hi.json', { with: { type: 'json' } })));
    expect(cells()).toEqual([
      '२४ कैरेट सोना (१० ग्राम)₹१,५७,८२१',
      '२२ कैरेट सोना (१० ग्राम)₹१,४४,५६४',
      '१८ कैरेट सोना (१० ग्राम)₹१,१८,३६६',
      'चाँदी (१ किलो)₹२,३६,४५०',
      'Gold Coin 24K (8g)₹१,२६,२५७',
    ]);
    expect(screen.getByRole('status').textContent).toContain('४:१० pm पर अपडेट');
    expect(screen.getByText('शुक्रवार, २० नवंबर २०२६')).toBeTruthy();
    expect(screen.getByRole('img', { name: '₹१,५७,८२१' })).toBeTruthy();
    expect(document.querySelector('.clock')!.textContent).toMatch(/^[०-९]+:[०-९]{2}:[०-९]{2}pm$/);
    expect(document.querySelector('.foot')!.textContent).not.toMatch(/[0-9]/);
    send('profile', shop({ language: 'hi' }));
    expect(cells()[0]).toBe('24 कैरेट सोना (10 ग्राम)₹1,57,821');
    send('profile', shop({ language: 'en', numerals: 'native' }));
    expect(cells()[0]).toBe('24K GOLD (10g)₹1,57,821');
  });

  it('says its labels in a second language too, in turns with the first, and nothing that the shop has typed', async () => {
    const turn = () => document.querySelector('.tray')!.getAttribute('data-turn');
    const seconds = () => Array.from(document.querySelectorAll('.cell__txt[lang]'), (text) => text.textContent);
    await open();
    send('profile', shop({ second_language: 'hi' }));
    expect(seconds()).toEqual([]);
    await act(async () => void (await import('@sarafa/words/languages/hi.json', { with: { type: 'json' } })));
    const hindi = ['24 कैरेट सोना (10 ग्राम)', '22 कैरेट सोना (10 ग्राम)', '18 कैरेट सोना (10 ग्राम)', 'चाँदी (1 किलो)'];
    expect(seconds()).toEqual(hindi);
    expect(document.querySelector('.cell__txt[lang]')!.getAttribute('lang')).toBe('hi');
    expect(cells()[0]).toBe('24K GOLD (10g)24 कैरेट सोना (10 ग्राम)₹1,57,821');
    expect(cells()[4]).toBe('Gold Coin 24K (8g)₹1,26,257');
    expect(turn()).toBe('1');
    act(() => jest.advanceTimersByTime(12_000));
    expect(turn()).toBe('2');
    act(() => jest.advanceTimersByTime(12_000));
    expect(turn()).toBe('1');
    expect(document.documentElement.lang).toBe('en-IN');
    send('profile', shop({ language: 'hi', second_language: 'hi' }));
    expect(seconds()).toEqual([]);
    send('profile', shop({ second_language: null, language: 'en' }));
    expect(seconds()).toEqual([]);
  });
});
