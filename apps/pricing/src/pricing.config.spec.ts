import { describe, expect, it } from '@jest/globals';
import { metals } from '@sarafa/contracts';
import { inForce } from '@sarafa/domain';
import { comingDuty, importDuties } from './duties/import-duties.js';
import { PricingConfig } from './pricing.config.js';

const parse = (env: Record<string, string>) =>
  PricingConfig.parse({ MONGO_URL: 'mongodb://127.0.0.1/sarafa', NATS_URL: 'nats://127.0.0.1:4222', ...env });

/** The duties of these settings; entries of `IMPORT_DUTY` are given as objects. */
const duties = (IMPORT_DUTY?: object[], preset?: string) =>
  importDuties(
    parse({
      ...(IMPORT_DUTY ? { IMPORT_DUTY: JSON.stringify(IMPORT_DUTY) } : {}),
      ...(preset ? { IMPORT_DUTY_PRESET: preset } : {}),
    }),
  );

describe('what is configured from a day on', () => {
  it('has every metal where nothing is said', () => {
    const { MARKET_BOUNDS } = parse({});
    expect(duties()).toEqual([{ from: '1970-01-01', gold: 5, silver: 6, platinum: 5 }]);
    const [{ min, max }] = metals.platinum.bounds;
    expect(MARKET_BOUNDS.map(({ from, platinum }) => [from, platinum])).toEqual([['2026-01-01', { min, max }]]);
  });

  it('has the taxes and charges of estimates, and no hallmark of a part of a paisa', () => {
    const { GST_PERCENT, MAKING_GST_PERCENT, HALLMARK_CHARGE } = parse({ HALLMARK_CHARGE: '{"gold":52.5,"silver":35}' });
    expect([GST_PERCENT, MAKING_GST_PERCENT].map(([first]) => first!.percent)).toEqual([3, 5]);
    expect(HALLMARK_CHARGE).toEqual({ gold: 52.5, silver: 35 });
    for (const wrong of ['{"gold":45}', '{"gold":45,"silver":-1}', '{"gold":45,"silver":0.005}', '45', 'x']) {
      expect(() => parse({ HALLMARK_CHARGE: wrong })).toThrow('HALLMARK_CHARGE');
    }
  });

  it('has usual bounds of all metals for the same days, too narrow for two units', () => {
    const days = metals.gold.bounds.map(({ from }) => from);
    expect(new Set(days.map((day) => day.slice(0, 4))).size).toBe(days.length);
    for (const { bounds } of Object.values(metals)) {
      expect(bounds.map(({ from }) => from)).toEqual(days);
      for (const { min, max } of bounds) expect(max / min).toBeLessThan(31.1034768 / 10);
    }
  });

  it('may leave out platinum, whose duty is gold’s then, and whose bounds are the usual ones', () => {
    const before = { from: '1970-01-01', gold: 5, silver: 6 };
    const law = [
      before,
      { from: '2026-07-23', gold: 7.5, silver: 8, platinum: 6.4 },
      { from: '2027-01-01', gold: 0, silver: 1 },
    ];
    expect(duties(law).map(({ platinum }) => platinum)).toEqual([5, 6.4, 0]);
    const range = { min: 1, max: 2 };
    const said = [{ from: '1970-01-01', gold: range, silver: range }];
    expect(parse({ MARKET_BOUNDS: JSON.stringify(said) }).MARKET_BOUNDS[0]!.platinum).toEqual({ min: 100_000, max: 310_000 });
  });

  it('is refused without gold or silver, or with a metal out of range', () => {
    for (const entry of [
      { gold: 5 },
      { silver: 6 },
      { gold: 5, silver: 6, platinum: 51 },
      { gold: 5, silver: 6, platinum: null },
    ]) {
      expect(() => duties([{ from: '1970-01-01', ...entry }])).toThrow();
    }
  });
});

describe('the limit of a jump', () => {
  const limits = (MARKET_JUMP_PERCENT?: string) =>
    parse(MARKET_JUMP_PERCENT === undefined ? {} : { MARKET_JUMP_PERCENT }).MARKET_JUMP_PERCENT;

  it.each([
    [undefined, { gold: 5, silver: 8, platinum: 5 }],
    ['{"gold":4.5,"silver":100}', { gold: 4.5, silver: 100, platinum: 4.5 }],
    ['{"platinum":7,"silver":9,"gold":6}', { gold: 6, silver: 9, platinum: 7 }],
    ['12', { gold: 12, silver: 12, platinum: 12 }],
    [' .5 ', { gold: 0.5, silver: 0.5, platinum: 0.5 }],
  ])('of %s is %j', (text, expected) => {
    expect(limits(text)).toEqual(expected);
  });

  it.each([
    ['5 %', '', 'must be a number, or JSON by metal'],
    ['{gold: 5, silver: 8}', '', 'must be a number, or JSON by metal'],
    ['[5, 8]', '', 'expected object'],
    ['{"gold":5,"silver":8,"copper":9}', '', 'Unrecognized key: "copper"'],
    ['{"gold":5}', 'silver', 'expected number, received undefined'],
    ['{"silver":8}', 'gold', 'expected number, received undefined'],
    ['{"gold":5,"silver":"8"}', 'silver', 'expected number, received string'],
    ['{"gold":5,"silver":8,"platinum":null}', 'platinum', 'expected number, received null'],
    ['{"gold":5,"silver":100.1}', 'silver', 'Too big: expected number to be <=100'],
    ['{"gold":0,"silver":8}', 'gold', 'Too small: expected number to be >0'],
    ['-1', 'gold', 'Too small: expected number to be >0'],
    ['101', 'gold', 'Too big: expected number to be <=100'],
  ])('is refused in words from %s', (text, metal, message) => {
    const parsed = PricingConfig.safeParse({ MARKET_JUMP_PERCENT: text });
    const faults = parsed.error?.issues.map((issue) => [issue.path.join('.'), issue.message]);
    const path = metal ? `MARKET_JUMP_PERCENT.${metal}` : 'MARKET_JUMP_PERCENT';
    expect(faults).toContainEqual([path, expect.stringContaining(message)]);
  });
});

describe('the import duty', () => {
  const both = { gold: 5, silver: 6 };

  it('may begin at a minute in Asia/Kolkata', () => {
    const law = duties([
      { from: '2026-05-13T10:30', gold: 15, silver: 15 },
      { from: '1970-01-01', ...both },
    ]);
    const at = (time: string) => inForce(law, Date.parse(time)).gold;
    expect([at('2026-05-13T04:59:59.999Z'), at('2026-05-13T05:00:00Z')]).toEqual([5, 15]);
  });

  it.each(['2026-02-30', '2026-5-13', '2026-05-13T24:00', '2026-05-13T10:30:00', '2026-05-13T10:30Z', '2026-02-30T10:30', ''])(
    "is refused in words from '%s'",
    (from) => expect(() => duties([{ from, ...both }])).toThrow('must be a day, `YYYY-MM-DD`, or a day and a minute'),
  );

  describe('of the preset', () => {
    const INDIA = 'india';

    it('is the law of gold and silver by its days, and platinum is as gold', () => {
      expect(duties(undefined, INDIA)).toEqual([
        { from: '1970-01-01', gold: 5, silver: 6, platinum: 5 },
        { from: '2024-07-24', gold: 6, silver: 6, platinum: 6 },
        { from: '2026-05-13', gold: 15, silver: 15, platinum: 15 },
      ]);
    });

    it("has platinum's own entries beside it, which the law doesn't end", () => {
      const own = [{ from: '2024-07-24', platinum: 6.4 }];
      expect(duties(own, INDIA)).toEqual([
        { from: '2024-07-24', gold: 6, silver: 6, platinum: 6 },
        { from: '2024-07-24', gold: 6, silver: 6, platinum: 6.4 },
        { from: '2026-05-13', gold: 15, silver: 15, platinum: 6.4 },
      ]);
      const earlier = duties([{ from: '2020-01-01', platinum: 6.4 }], INDIA);
      expect(earlier.map(({ from, platinum }) => [from, platinum])).toEqual([
        ['2024-07-24', 6.4],
        ['2026-05-13', 6.4],
      ]);
    });

    it("gives way to the operator's entry of the same day, and to a later one", () => {
      const own = [
        { from: '2026-05-13', gold: 14, silver: 13 },
        { from: '2026-12-01', gold: 10, silver: 10, platinum: 9 },
      ];
      const law = duties(own, INDIA);
      const on = (day: string) => inForce(law, Date.parse(`${day}T12:00:00+05:30`));
      expect([on('2026-05-12').gold, on('2026-05-13'), on('2026-12-01')]).toMatchObject([
        6,
        { gold: 14, silver: 13, platinum: 14 },
        { gold: 10, silver: 10, platinum: 9 },
      ]);
    });

    it('is refused in words under another name, as platinum alone is without it', () => {
      expect(() => duties(undefined, 'India')).toThrow('expected \\"india\\"');
      expect(() => duties([{ from: '1970-01-01', platinum: 5 }])).toThrow('needs IMPORT_DUTY_PRESET');
      expect(() => duties([{ from: '1970-01-01', gold: 5 }], INDIA)).toThrow('platinum alone');
      expect(() => duties([{ from: '1970-01-01', gold: 5, platinum: 5 }], INDIA)).toThrow('platinum alone');
      const later = [
        { from: '1970-01-01', ...both },
        { from: '2026-01-01', platinum: 5 },
      ];
      expect(() => duties(later)).toThrow('needs IMPORT_DUTY_PRESET');
    });
  });

  it('changes next at the first later entry with other percents', () => {
    const law = [
      { from: '2026-01-01', ...both },
      { from: '2026-02-01', ...both },
      { from: '2026-03-01', gold: 5, silver: 6, platinum: 4 },
      { from: '2026-03-01', gold: 7, silver: 6 },
    ];
    const next = (day: string) => comingDuty(parse({ IMPORT_DUTY: JSON.stringify(law) }), Date.parse(`${day}T00:00:00+05:30`));
    expect([next('2026-01-15'), next('2026-03-01')]).toEqual([
      { from: '2026-03-01', gold: 7, silver: 6, platinum: 7 },
      undefined,
    ]);
  });
});

it('a source that needs a key is refused without one', () => {
  const sources = (env: Record<string, string>) => parse({ MARKET_SOURCES: 'gold-api,metals-dev', ...env }).MARKET_SOURCES;
  expect(() => sources({})).toThrow('metals-dev needs a key');
  expect(sources({ METALS_DEV_KEY: 'key' })).toEqual(['gold-api', 'metals-dev']);
});
