import { describe, expect, it, jest } from '@jest/globals';
import { CardPen } from './card-pen.js';

/** What was written, and how wide it is. */
function written(text: string, writing: { size: number; within: number; isMoney?: boolean }) {
  const pen = new CardPen(1_080, 200);
  const texts: string[] = [];
  const { context } = pen;
  context.fillText = jest.fn((shown: string) => void texts.push(shown));
  const width = pen.write(text, 0, 100, { color: '#fff', ...writing });
  return { text: texts[0]!, width };
}

describe('a text on a card', () => {
  it.each(['₹9,99,999', '₹१,५७,८२१.५०', '₹௧,௫௭,௮௨௧.௫௦', '₹൧,൫൭,൮൨൧.൫൦', '₹೧೫,೭೮,೨೧೦.೫೦', '▲ ₹99,99,99,999.99'])(
    'is never cut where it is money: %s',
    (money) => {
      for (const within of [400, 120, 60]) {
        const found = written(money, { size: 90, within, isMoney: true });
        expect(found.text).toBe(money);
        expect(found.width).toBeLessThanOrEqual(within);
      }
    },
  );

  it('is written smaller, and then cut between letters', () => {
    const name = 'ஸ்ரீ மகாலட்சுமி ஜுவல்லர்ஸ்';
    const whole = written(name, { size: 60, within: 1_000 });
    expect(whole.text).toBe(name);
    expect(written(name, { size: 60, within: whole.width * 0.7 }).text).toBe(name);
    const cut = written(name, { size: 60, within: whole.width * 0.3 });
    expect(cut.text).toMatch(/^ஸ்ரீ .*…$/u);
    expect(cut.width).toBeLessThanOrEqual(whole.width * 0.3);
  });
});
