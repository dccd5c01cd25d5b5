import { type Metal, metals } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { dateTimeOfYear } from '../../shared/language/page-dates.js';
import { say } from '../../shared/language/page-language.js';
import { metalName } from '../../shared/row-title.js';
import { changeTexts as words } from '../../shared/texts/change-texts.js';
import { languageTexts } from '../../shared/texts/language-texts.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000];
const MILLISECONDS = ['updateIntervalMs', 'price_update_interval'];
const MINUTES = ['dynamicPriceInterval', 'dynamic_price_interval'];
const LANGUAGES = ['language', 'second_language'];

type Fields = Readonly<Record<string, unknown>>;
type Named = Readonly<Record<string, unknown>>;

/** What stands in a field, in words; what a later release may write is told as it is. `userId` is the shop that it is about. */
export function valueText(field: string, value: unknown, userId: string | null): string {
  if (field === 'rate_list_id') return !value ? words.ofMarket : value === userId ? words.ownList : words.aList;
  // Of a screen, which then has its shop's.
  if (field === 'layout_orientation' && value === null) return words.layoutOfShop;
  if (field === 'dynamic_price_interval' && value === null) return words.intervalOfProvider;
  if (value === null || value === undefined || value === '') return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return numberText(field, value);
  if (Array.isArray(value)) return value.length === 0 ? words.nothing : value.map(objectText).join('; ');
  if (typeof value === 'object') return objectText(value as Fields);
  const text = String(value);
  return INSTANT.test(text) ? dateTimeOfYear(Date.parse(text)) : (wordOf(field, text) ?? text);
}

function numberText(field: string, value: number): string {
  if (field === 'price') return say(words.rupees, { rupees: groupRupees(value) });
  if (MILLISECONDS.includes(field)) return durationText(value);
  return MINUTES.includes(field) ? durationText(value * MINUTE_MS) : String(value);
}

function durationText(ms: number): string {
  if (ms % HOUR_MS === 0) return say(words.hours, { count: ms / HOUR_MS });
  return ms % MINUTE_MS === 0
    ? say(words.minutes, { count: ms / MINUTE_MS })
    : say(words.seconds, { count: Math.round(ms / SECOND_MS) });
}

/** A word that stands for one of a few things. */
function wordOf(field: string, text: string): string | undefined {
  if (LANGUAGES.includes(field)) return (languageTexts.names as Readonly<Record<string, string | undefined>>)[text];
  if (field === 'admin_role') return (portalTexts.roles as Named)[text] as string | undefined;
  const values: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = words.values;
  return values[field]?.[text];
}

/** A list's rate, a price of the market, a list's price of a purity, and what has parts of its own. */
function objectText(value: Fields): string {
  const { per_gram, fineness, price, source, metal, sell, buy } = value;
  if (typeof per_gram === 'number') return say(words.listRate, { rupees: groupRupees(per_gram), fineness: Number(fineness) });
  if (typeof price === 'string' && source) {
    return say(words.marketPrice, { rupees: groupRupees(Number(price)), source: String(source) });
  }
  if (typeof metal === 'string' && metal in metals && typeof sell === 'number') {
    const name = metalName(metal as Metal, Number(fineness));
    const said = { metal: name, sell: groupRupees(sell) };
    return typeof buy === 'number' ? say(words.purityBought, { ...said, buy: groupRupees(buy) }) : say(words.purity, said);
  }
  return Object.values(value).map(String).join(' – ');
}
