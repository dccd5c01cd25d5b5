import type { ZodType } from 'zod';

// `@__NO_SIDE_EFFECTS__` lets a bundler leave the kinds out of a page that uses none of them.

/** A question one service answers. `I` and `O` are what a parsed request and reply look like. */
export interface Rpc<I = unknown, O = unknown> {
  readonly subject: string;
  readonly input: ZodType<I>;
  readonly output: ZodType<O>;
}

/** `subject` is `<service>.<resource>.<verb>`. */
/* @__NO_SIDE_EFFECTS__ */
export function rpc<I, O>(subject: string, input: ZodType<I>, output: ZodType<O>): Rpc<I, O> {
  return { subject, input, output };
}

/** A question that every replica of a service answers for itself; the asker puts the answers together. */
export interface Survey<T = unknown> {
  readonly subject: string;
  readonly answer: ZodType<T>;
}

/* @__NO_SIDE_EFFECTS__ */
export function survey<T>(subject: string, answer: ZodType<T>): Survey<T> {
  return { subject, answer };
}

/** A kind of state in NATS KV: one value per id, written by its owner alone, heard by every gateway. */
export interface Slice<T = unknown> {
  readonly bucket: string;
  readonly value: ZodType<T>;
  /** Its keys, as NATS reads a pattern: `*.profile`. */
  readonly keys: string;
  key(id: string): string;
  /** The id in a key; undefined for a key of another slice. */
  idOf(key: string): string | undefined;
}

/** `path` is `<bucket>/<key>`, with `*` where the id stands: `boards/*.profile`. */
/* @__NO_SIDE_EFFECTS__ */
export function slice<T>(path: `${string}/${string}`, value: ZodType<T>): Slice<T> {
  const [bucket = '', keys = ''] = path.split('/');
  const [before = '', after = ''] = keys.split('*');
  return {
    ...{ bucket, value, keys },
    key: (id) => before + id + after,
    idOf: (key) => {
      const id = key.slice(before.length, key.length - after.length);
      return before + id + after === key ? id : undefined;
    },
  };
}

/** Something that happened, told at least once to each `consumer` by JetStream. Handlers must bear hearing it twice. */
export interface DomainEvent<T = unknown> {
  /** `<service>.<resource>.<past tense>`. */
  readonly subject: string;
  readonly payload: ZodType<T>;
}

/* @__NO_SIDE_EFFECTS__ */
export function event<T>(subject: string, payload: ZodType<T>): DomainEvent<T> {
  return { subject, payload };
}
