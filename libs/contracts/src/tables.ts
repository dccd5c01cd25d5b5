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

type EntriesFor<T extends Table, End extends string, V, W> = { [N in FirstOf<T> as `${N}${End}`]: V } & {
  [N in LaterOf<T> as `${N}${End}`]: W;
};

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

/** For each entry, named after it and `end`, `first` where every release knows it, and else `later`. */
/* @__NO_SIDE_EFFECTS__ */
export function entriesFor<T extends Table, End extends string, V, W>(
  table: T,
  end: End,
  first: V,
  later: W,
): EntriesFor<T, End, V, W> {
  const entries = namesOf(table).map((name) => [name + end, table[name]!.isFromFirstRelease ? first : later]);
  return Object.fromEntries(entries) as EntriesFor<T, End, V, W>;
}

/** The entries of `record` under `names`, in the order of `names`. An entry that came later may be missing in `record`. */
/* @__NO_SIDE_EFFECTS__ */
export function entriesOf<N extends string, R extends { readonly [K in N]?: unknown }>(
  record: R,
  names: readonly N[],
): [N, NonNullable<R[N]>][] {
  return names.filter((name) => record[name] !== undefined).map((name) => [name, record[name]!]);
}

/** An object schema's field for each entry, named after it and `end`. */
/* @__NO_SIDE_EFFECTS__ */
export function fieldsOf<T extends Table, End extends string, S extends z.ZodType>(
  table: T,
  end: End,
  schema: S,
): EntriesFor<T, End, S, z.ZodOptional<S>> {
  return entriesFor(table, end, schema, schema.optional());
}
