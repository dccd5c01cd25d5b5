import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { CardShape } from '@sarafa/contracts';
import type { CardChange } from './card-changes.js';
import type { CardContent, CardRow } from './card-content.js';
import { CardPen } from './card-pen.js';
import { cardPicture } from './card-picture.js';

const TAMIL = 'ஸ்ரீ மீனாட்சி சுந்தரேஸ்வரர் தங்க மாளிகை மற்றும் வெள்ளி நகைகள்';
const HINDI = 'श्री लक्ष्मी नारायण ज्वैलर्स एवं स्वर्णकार आभूषण भंडार प्राइवेट लिमिटेड जयपुर';
const ENGLISH = 'Shree Mahalakshmi Jewellers and Diamond Merchants of Zaveri Bazaar, Mumbai';

const rowsOf = (count: number, name: string, fields: Partial<CardRow> = {}): CardRow[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ key: `${index}`, look: 'own' as const, price: 115_320, figure: '₹1,15,320', age: '', unit: '(8g)' },
    ...{ name: name.replace('#', `${index + 1}`), ...fields },
  }));
const card = (fields: Partial<CardContent> = {}): CardContent => ({
  ...{ lang: 'en', isSample: false, zero: '0', name: 'Zaveri', logo: '', rows: rowsOf(4, '22K GOLD') },
  ...{ date: 'Thursday, 26 November 2026', time: '10:04 am', warning: null, standing: '', basis: 'Pune rates', ...fields },
});

/** The texts of a card in their order, and the sizes that they are written at. */
async function written(content: CardContent, shape: CardShape, changes: ReadonlyMap<string, CardChange> = new Map()) {
  const texts: { text: string; size: number; ends: number }[] = [];
  const context = Object.getPrototypeOf(new CardPen(1, 1).context) as CardPen['context'];
  jest.spyOn(context, 'fillText').mockImplementation(function (this: CardPen['context'], text, x) {
    const ends = this.textAlign === 'right' ? x : x + this.measureText(text).width;
    texts.push({ text, size: Number(/([\d.]+)px/.exec(this.font)![1]), ends });
  });
  await cardPicture({ content, changes, shape, theme: 'plain' }, undefined);
  return texts;
}

/** The lines that begin a card until its time, or those between its date and what the rates are. */
const nameOf = (texts: Awaited<ReturnType<typeof written>>) =>
  texts.slice(
    0,
    texts.findIndex(({ text }) => text === '10:04 am'),
  );
const standingOf = (texts: Awaited<ReturnType<typeof written>>) =>
  texts.slice(
    texts.findIndex(({ text }) => text.startsWith('Thursday')) + 1,
    texts.findIndex(({ text }) => text === 'Pune rates'),
  );

describe.each(CardShape.options)('the picture of a card as a %s', (shape) => {
  afterEach(() => void jest.restoreAllMocks());

  it.each([TAMIL, HINDI, ENGLISH])('takes two smaller lines for the name %s', async (name) => {
    const lines = nameOf(await written(card({ name }), shape));
    expect(lines.map(({ text }) => text).join(' ')).toBe(name);
    expect(lines).toHaveLength(2);
    for (const { size } of lines) expect(size).toBeGreaterThanOrEqual(22);
  });

  it('breaks a name that is one long word, and cuts it where two lines of the smallest size don’t hold it', async () => {
    const found = async (letters: number) => nameOf(await written(card({ name: 'M'.repeat(letters) }), shape));
    expect((await found(60)).map(({ text }) => text).join('')).toBe('M'.repeat(60));
    const cut = await found(120);
    expect(cut.map(({ text }) => text).join('')).toMatch(/^M{70,119}…$/);
    expect(cut.map(({ size }) => size)).toEqual([22, 22]);
  });

  it('keeps a name that fits one line in one', async () => {
    expect(nameOf(await written(card(), shape))).toMatchObject([{ text: 'Zaveri', size: 68 }]);
  });

  it('loses no time of a list with a long name', async () => {
    const standing = `${TAMIL}-ന്റെ നിരക്ക്, 26 നവംബർ 3:32 am-ന് നിശ്ചയിച്ചത്`;
    const lines = standingOf(await written(card({ standing }), shape));
    expect(lines.map(({ text }) => text).join(' ')).toBe(standing);
    expect(lines).toHaveLength(2);
    for (const { size } of lines) expect(size).toBeGreaterThanOrEqual(24);
  });
});

describe('a title on a story', () => {
  afterEach(() => void jest.restoreAllMocks());

  const titles = [
    'Very long title of a gold coin in a gift box, number #',
    'बहुत लंबा नाम वाला सोने का सिक्का उपहार डिब्बे में, क्रमांक #',
    'வெள்ளிக்காசு மற்றும் தங்கக்காசு பரிசுப் பெட்டியில் #',
    'Gold Coin and Chain #',
    'G'.repeat(40) + '#',
  ];
  const changes = new Map(rowsOf(60, '').map(({ key }) => [key, { text: '▲ ₹1,450', isRise: true }]));
  const warning = { word: 'Delayed', sub: 'Last rate 10:04 am, 26 November' };

  /** How many letters of the titles a card shows. */
  const lettersOf = async (content: CardContent, shape: CardShape, ofChanges: typeof changes) => {
    const others = new Set(['Zaveri', '10:04 am', 'Thursday, 26 November 2026', 'Pune rates', warning.word, warning.sub]);
    const texts = (await written(content, shape, ofChanges)).filter(({ text }) => !others.has(text) && !text.includes('₹'));
    return texts.map(({ text }) => text.replace(/[\s…]/g, '')).join('').length;
  };

  it.each([3, 8, 12, 13, 16, 20, 26, 40, 45, 60])('is never shown less of than on a post, of %i rows', async (count) => {
    for (const fields of [{}, { age: 'Old rate' }, { figure: '₹99,99,999.50' }]) {
      const rows = titles.flatMap((title) => rowsOf(Math.ceil(count / titles.length), title, fields)).slice(0, count);
      for (const [ofChanges, warned] of [[new Map(), null] as const, [changes, warning] as const]) {
        const content = card({ rows, warning: warned });
        const post = await lettersOf(content, 'post', ofChanges);
        expect(await lettersOf(content, 'story', ofChanges)).toBeGreaterThanOrEqual(post);
      }
    }
  });

  it('is whole where a post has it whole', async () => {
    const rows = rowsOf(24, titles[0]!);
    for (const shape of CardShape.options) {
      const texts = (await written(card({ rows }), shape)).map(({ text }) => text);
      expect(texts.filter((text) => text.includes('…'))).toEqual([]);
      expect(texts.join(' ')).toContain('in a gift box, number 24');
    }
  });

  it.each([13, 20, 26])('has its change in its own column, beside %i rows', async (count) => {
    const texts = await written(card({ rows: rowsOf(count, '22K GOLD') }), 'story', changes);
    const inLeft = texts.filter(({ text, ends }) => text.startsWith('▲') && ends < 540);
    expect(inLeft).toHaveLength(Math.ceil(count / 2));
  });
});
