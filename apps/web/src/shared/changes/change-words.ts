import type { AuditEntry } from '@sarafa/contracts';
import { dateTime } from '../page-dates.js';
import { say } from '../page-language.js';
import { changeTexts as words } from '../texts/change-texts.js';
import { titleTexts } from '../texts/title-texts.js';
import { portalTexts } from '../texts/portal-texts.js';

const OF_METAL = /^([a-z]+)_(margin|prices_enabled)$/;
const OF_KARAT = /^gold_(\d+)k_enabled$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Who did what, as one sentence. An action of a later release is told by its own name. */
export function sentenceOf({ actor, action, subject }: AuditEntry): string {
  if (action === 'sign-in.failed' && !subject.name) return words.unknownFailed;
  const known: Readonly<Record<string, string | undefined>> = words.actions;
  return say(known[action] ?? words.actions.other, { actor: actor.username || words.somebody, action, name: subject.name });
}

/** A line for each field that has changed; what was made or deleted has one value for each. */
export function linesOf({ action, before, after }: AuditEntry): string[] {
  if (action === 'sign-in.failed') return after?.times ? [say(words.times, { count: Number(after.times) })] : [];
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((field) => {
    const name = nameOf(field);
    if (field === 'password') return say(words.secret, { name });
    if (before && after) return say(words.change, { name, before: valueOf(before[field]), after: valueOf(after[field]) });
    return say(words.value, { name, value: valueOf((before ?? after)![field]) });
  });
}

function nameOf(field: string): string {
  const known: Readonly<Record<string, string | undefined>> = words.fields;
  const metals: Readonly<Record<string, string | undefined>> = titleTexts.metals;
  const [, name = '', what] = OF_METAL.exec(field) ?? [];
  const metal = metals[name];
  if (metal) return say(what === 'margin' ? words.metalMargin : words.metalRates, { metal });
  const [, karat] = OF_KARAT.exec(field) ?? [];
  if (karat) return say(words.karat, { karat });
  return known[field] ?? field.replace(/_/g, ' ');
}

function valueOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'object') return Object.values(value).map(valueOf).join(' – ');
  const text = String(value);
  if (INSTANT.test(text)) return dateTime(Date.parse(text));
  const roles: Readonly<Record<string, unknown>> = portalTexts.roles;
  return ['owner', 'operator', 'viewer'].includes(text) ? String(roles[text]) : text;
}
