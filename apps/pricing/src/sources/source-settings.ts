import { namesOf } from '@sarafa/contracts';
import { z } from 'zod';
import { sourceTable } from './source-table.js';

type Table = typeof sourceTable;
type Name = keyof Table;
type NameWith<Field extends string, V> = { [N in Name]: Table[N] extends Record<Field, V> ? N : never }[Name];
/** `goldapi-io` is `GOLDAPI_IO` in the names of its settings. */
type Upper<N extends string> = N extends `${infer First}-${infer Rest}` ? `${Uppercase<First>}_${Upper<Rest>}` : Uppercase<N>;

const names = namesOf(sourceTable);
const upper = (name: Name) => name.toUpperCase().replaceAll('-', '_');

/** Whom `MARKET_SOURCES` may name. */
export const SourceName = z.enum(names.filter((name) => sourceTable[name].quotes) as NameWith<'quotes', true>[]);
/** Whom `MARKET_CHECK_SOURCE` may name. */
export const CheckSourceName = z.enum(names.filter((name) => sourceTable[name].checks) as NameWith<'checks', true>[]);

/** The settings of all sources. */
export const sourceSettings = Object.fromEntries(
  names.flatMap((name) => {
    const { url, hasKey } = sourceTable[name];
    return [
      ...(url === null ? [] : [[`${upper(name)}_URL`, z.url().default(url).describe(`The base address of ${name}.`)]]),
      ...(hasKey ? [[keySetting(name), z.string().optional().describe(`The key for ${name}.`)]] : []),
    ] as [string, z.ZodType][];
  }),
) as { [N in NameWith<'url', string> as `${Upper<N>}_URL`]: z.ZodDefault<z.ZodURL> } & {
  [N in NameWith<'hasKey', true> as `${Upper<N>}_KEY`]: z.ZodOptional<z.ZodString>;
};
type Settings = z.infer<z.ZodObject<typeof sourceSettings>>;

export function accessTo(name: Name, settings: Settings): { url: string; key: string } {
  const said: Readonly<Record<string, string | undefined>> = settings;
  return { url: said[`${upper(name)}_URL`] ?? '', key: said[keySetting(name)] ?? '' };
}

/** The setting without which a source can't be asked; undefined when there is none, or it is there. */
export function missingKey(name: Name, settings: Settings): string | undefined {
  return sourceTable[name].hasKey && !accessTo(name, settings).key ? keySetting(name) : undefined;
}

function keySetting(name: Name): string {
  return `${upper(name)}_KEY`;
}
