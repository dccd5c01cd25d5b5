import type { AuditEntry, RateRow } from '@sarafa/contracts';
import { say } from '../../shared/language/page-language.js';
import { changeTexts as words } from '../../shared/texts/change-texts.js';
import { titleTexts } from '../../shared/texts/title-texts.js';
import { valueText } from './change-values.js';
import { rowLines } from './row-changes.js';

const OF_METAL = /^([a-z]+)_(margin|prices_enabled|enabled)$/;
const OF_KARAT = /^gold_(\d+)k_enabled$/;
/** Of these only the fact is told: the rest is no words. */
const UNSPOKEN = ['password', 'logo_url'];

/** Who did what, as one sentence. An action of a later release is told by its own name. */
export function sentenceOf({ actor, action, subject }: AuditEntry): string {
  if (action === 'sign-in.failed' && !subject.name) return words.unknownFailed;
  const known: Readonly<Record<string, string | undefined>> = words.actions;
  return say(known[action] ?? words.actions.other, { actor: actor.username || words.somebody, action, name: subject.name });
}

/** A line for each field that has changed; what was made or deleted has one value for each. */
export function linesOf({ action, userId, before, after }: AuditEntry): string[] {
  if (action === 'sign-in.failed') return after?.times ? [say(words.times, { count: Number(after.times) })] : [];
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((field) => {
    const name = nameOf(field);
    const [was, is] = [before, after].map((fields) => fields?.[field]);
    if (UNSPOKEN.includes(field)) return was || is ? say(words.secret, { name }) : [];
    if (field === 'rows' && before && after) return rowLines((was ?? []) as RateRow[], (is ?? []) as RateRow[]);
    const text = (value: unknown) => valueText(field, value, userId);
    // Two times within one minute are one text.
    const isToldApart = before && after && text(was) !== text(is);
    return isToldApart
      ? say(words.change, { name, before: text(was), after: text(is) })
      : say(words.value, { name, value: text(is ?? was) });
  });
}

function nameOf(field: string): string {
  const known: Readonly<Record<string, string | undefined>> = words.fields;
  const metals: Readonly<Record<string, string | undefined>> = titleTexts.metals;
  const [, name = '', what] = OF_METAL.exec(field) ?? [];
  const metal = metals[name];
  if (metal) return what === 'enabled' ? metal : say(what === 'margin' ? words.metalMargin : words.metalRates, { metal });
  const [, karat] = OF_KARAT.exec(field) ?? [];
  if (karat) return say(words.karat, { karat });
  return known[field] ?? field.replace(/_/g, ' ');
}
