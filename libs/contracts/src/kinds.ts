import type { ZodType } from 'zod';

// `@__NO_SIDE_EFFECTS__` lets a bundler leave the kinds out of a page that uses none of them.

/** The parts that are connected to the bus and call each other. */
export type PartName = 'gateway' | 'auth' | 'users' | 'pricing' | 'media' | 'settings';

/** A question that one service answers. `I` and `O` are the types of the parsed request and reply. */
export interface Rpc<I = unknown, O = unknown> {
  readonly subject: string;
  readonly input: ZodType<I>;
  readonly output: ZodType<O>;
  /**
   * `read` changes nothing, so that it may be asked twice; `long` may take seconds, such as for a source's answer or many documents.
   */
  readonly kind: 'change' | 'read' | 'long';
  /** Concerns the actor's own account, so that also an admin who may only look may ask for it. */
  readonly isOwn?: boolean;
  /** Needs a sign-in of the last five minutes (rule 2.17). */
  readonly isFresh?: boolean;
  /** The only parts that may ask, each with a token that names it. What has no such parts is asked by gateways, for whoever calls them. */
  readonly askedBy?: readonly PartName[];
}

/** `subject` is `<service>.<resource>.<verb>`. */
/* @__NO_SIDE_EFFECTS__ */
export function rpc<I, O>(subject: string, input: ZodType<I>, output: ZodType<O>): Rpc<I, O> {
  return { subject, input, output, kind: 'change' };
}

/** An `rpc` that changes nothing. */
/* @__NO_SIDE_EFFECTS__ */
export function readRpc<I, O>(subject: string, input: ZodType<I>, output: ZodType<O>): Rpc<I, O> {
  return { subject, input, output, kind: 'read' };
}

/** An `rpc` whose caller waits a second longer, because what answers it waits for something outside of the service or changes many documents. */
/* @__NO_SIDE_EFFECTS__ */
export function longRpc<I, O>(subject: string, input: ZodType<I>, output: ZodType<O>): Rpc<I, O> {
  return { subject, input, output, kind: 'long' };
}

/** An `rpc` about the actor's own account. */
/* @__NO_SIDE_EFFECTS__ */
export function own<I, O>(asked: Rpc<I, O>): Rpc<I, O> {
  return { ...asked, isOwn: true };
}

/** An `rpc` that needs a sign-in of the last five minutes. Throws `FORBIDDEN` after an older one. */
/* @__NO_SIDE_EFFECTS__ */
export function fresh<I, O>(asked: Rpc<I, O>): Rpc<I, O> {
  return { ...asked, isFresh: true };
}

/** An `rpc` that only these parts ask. Throws `FORBIDDEN` to others, and `UNAVAILABLE` where a call doesn't say who asks. */
/* @__NO_SIDE_EFFECTS__ */
export function askedBy<I, O>(parts: readonly PartName[], asked: Rpc<I, O>): Rpc<I, O> {
  return { ...asked, askedBy: parts };
}

/** A question that every replica of a service answers; the caller combines the answers. */
export interface Survey<T = unknown> {
  readonly subject: string;
  readonly answer: ZodType<T>;
}

/* @__NO_SIDE_EFFECTS__ */
export function survey<T>(subject: string, answer: ZodType<T>): Survey<T> {
  return { subject, answer };
}

/** A kind of state in NATS KV: one value per id. Only its owner writes it, and every gateway receives it. */
export interface StateKey<T = unknown> {
  readonly bucket: string;
  readonly value: ZodType<T>;
  /** The keys as a pattern of NATS: `*.profile`. */
  readonly keys: string;
  key(id: string): string;
  /** The id in a key; undefined for a key of another state key. */
  idOf(key: string): string | undefined;
}

/** `path` is `<bucket>/<key>`, with `*` in place of the id: `boards/*.profile`. */
/* @__NO_SIDE_EFFECTS__ */
export function stateKey<T>(path: `${string}/${string}`, value: ZodType<T>): StateKey<T> {
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

/** An event, which JetStream delivers to each `consumer` at least once. Handlers have to tolerate a second delivery. */
export interface DomainEvent<T = unknown> {
  /** `<service>.<resource>.<past tense>`. */
  readonly subject: string;
  readonly payload: ZodType<T>;
}

/* @__NO_SIDE_EFFECTS__ */
export function event<T>(subject: string, payload: ZodType<T>): DomainEvent<T> {
  return { subject, payload };
}
