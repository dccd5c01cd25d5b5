import type { z } from 'zod';

/** What the entries of every table have in common. */
interface Entry {
  /** Another release may not know an entry that came later, so what that release wrote may lack the entry. */
  readonly isFromFirstRelease: boolean;
}
type Table = Readonly<Record<string, Entry>>;
type NameOf<T> = keyof T & string;
/** The entries that every release knows. */
export type FirstOf<T extends Table> = {
  [N in NameOf<T>]: T[N]['isFromFirstRelease'] extends true ? N : never;
}[NameOf<T>];
type LaterOf<T extends Table> = Exclude<NameOf<T>, FirstOf<T>>;

type FieldsOf<T extends Table, End extends string, S extends z.ZodType> = {
  [N in FirstOf<T> as `${N}${End}`]: S;
} & { [N in LaterOf<T> as `${N}${End}`]: z.ZodOptional<S> };

// `@__NO_SIDE_EFFECTS__` lets a bundler leave out what a page doesn't use of all that these functions make.

/* @__NO_SIDE_EFFECTS__ */
export function namesOf<T extends object>(table: T): NameOf<T>[] {
  return Object.keys(table) as NameOf<T>[];
}

/** The names of the entries that every release knows. */
/* @__NO_SIDE_EFFECTS__ */
export function firstOf<T extends Table>(table: T): FirstOf<T>[] {
  return namesOf(table).filter((name) => table[name]!.isFromFirstRelease) as FirstOf<T>[];
}

/** The names of the entries that came after the first release. */
/* @__NO_SIDE_EFFECTS__ */
export function laterOf<T extends Table>(table: T): LaterOf<T>[] {
  return namesOf(table).filter((name) => !table[name]!.isFromFirstRelease) as LaterOf<T>[];
}

/** An object schema's field for each entry, named after it and `end`. */
/* @__NO_SIDE_EFFECTS__ */
export function fieldsOf<T extends Table, End extends string, S extends z.ZodType>(
  table: T,
  end: End,
  schema: S,
): FieldsOf<T, End, S> {
  const fields = namesOf(table).map((name) => [name + end, table[name]!.isFromFirstRelease ? schema : schema.optional()]);
  return Object.fromEntries(fields) as FieldsOf<T, End, S>;
}

/** `value` for each entry that every release knows, named after it and `end`. */
/* @__NO_SIDE_EFFECTS__ */
export function valuesOf<T extends Table, End extends string, V>(
  table: T,
  end: End,
  value: V,
): { [N in FirstOf<T> as `${N}${End}`]: V } {
  return Object.fromEntries(firstOf(table).map((name) => [name + end, value])) as { [N in FirstOf<T> as `${N}${End}`]: V };
}

/** The entries of `record` under `names`, in the order of `names`. An entry that came later may be missing in `record`. */
/* @__NO_SIDE_EFFECTS__ */
export function entriesOf<N extends string, R extends { readonly [K in N]?: unknown }>(
  record: R,
  names: readonly N[],
): [N, NonNullable<R[N]>][] {
  return names.filter((name) => record[name] !== undefined).map((name) => [name, record[name]!]);
}
