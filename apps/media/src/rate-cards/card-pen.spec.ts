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

  it.each(['க்ஷேத்திரபாலபுரம்ஸ்ரீமகாலட்சுமிஜுவல்லர்ஸ்', 'ശ്രീപത്മനാഭസ്വാമിജ്വല്ലറിതിരുവനന്തപുരം', 'श्रीमहालक्ष्मीज्वैलर्सएवंस्वर्णकारभंडार'])(
    'is broken in no letter where one word takes two lines: %s',
    (word) => {
      const pen = new CardPen(1_080, 200);
      const lines: string[] = [];
      pen.context.fillText = jest.fn((line: string) => void lines.push(line));
      const within = pen.widthOf(word, { size: 60, color: '#fff' }) * 0.4;
      const { width } = pen.writeLong(word, 0, 100, { size: 60, smallest: 20, color: '#fff', within });
      expect(lines).toHaveLength(2);
      expect(lines.join('')).toBe(word);
      expect(width).toBeLessThanOrEqual(within);
      // A mark that stands alone would be drawn at a dotted circle.
      expect(lines[1]).toMatch(/^[^\p{M}]/u);
    },
  );

  it('keeps its words whole where two lines can', () => {
    const pen = new CardPen(1_080, 200);
    const lines: string[] = [];
    pen.context.fillText = jest.fn((line: string) => void lines.push(line));
    const long = { size: 60, color: '#fff', within: 400 };
    pen.writeLong('Extraordinarily long name', 0, 100, { ...long, smallest: 20 });
    pen.writeLong('One', 0, 100, long);
    pen.writeLong('M'.repeat(80), 0, 100, long);
    expect(lines.slice(0, 3)).toEqual(['Extraordinarily', 'long name', 'One']);
    expect(lines.slice(3).join('')).toMatch(/^M+…$/);
  });
});
