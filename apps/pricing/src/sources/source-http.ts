import { setTimeout as sleep } from 'node:timers/promises';
import { texts } from '@sarafa/contracts';
import { Decimal } from 'decimal.js';
import { LosslessNumber, parse } from 'lossless-json';
import { z } from 'zod';
import { SourceError } from './market-source.js';

const words = texts.sourceFailures;

/** A number as the provider wrote it: parsing it to a binary float would change its last digits. */
export const ExactNumber = z
  .union([z.instanceof(LosslessNumber).transform(({ value }) => value), z.string()])
  .pipe(z.string().max(64));
/** A quote may be refused for its currency or unit, which is then stored and shown. */
export const CurrencyOrUnit = z.string().max(32);
/** Of one price among several: what is none is left out, so that the others are read all the same. */
export const NumberIfAny = ExactNumber.optional().catch(undefined);
/** The same as plain decimal text; also what is no number is left out. */
export const DecimalIfAny = ExactNumber.transform((number, context) => {
  try {
    return decimalText(number);
  } catch {
    context.addIssue('must be a number');
    return z.NEVER;
  }
})
  .optional()
  .catch(undefined);
/** Why the provider gives no price, in its own words. An answer without them is a refusal all the same. */
export const RefusalText = z.string().catch(words.noReason);

/** Why a provider gives no price. */
interface Refusal {
  /** The provider's own code, where it has one beside the HTTP status. */
  readonly code?: string;
  readonly message: string;
  /** How long it's no use to ask again, in milliseconds. */
  readonly restMs?: number;
}

interface Request {
  readonly url: URL;
  readonly headers?: Record<string, string>;
  readonly timeoutMs: number;
  /** The shape in which the provider refuses, also by an HTTP status of 4xx. */
  readonly refusal?: z.ZodType<Refusal>;
  /** The key in the address or the headers, which a refusal may repeat. */
  readonly key?: string;
}

/** Pauses before the second and third try, in milliseconds; jittered so that replicas of many providers don't march in step. */
const BACK_OFF_MS = [250, 1_000];
const LONGEST_JITTER = 1.5;
const MAX_BYTES = 1_048_576;
const LONGEST_TEXT = 500;

/** How long a source that doesn't answer is asked, in milliseconds. */
export function longestQuestionMs(timeoutMs: number): number {
  const pauses = BACK_OFF_MS.reduce((sum, pause) => sum + pause * LONGEST_JITTER, 0);
  return timeoutMs * (BACK_OFF_MS.length + 1) + pauses;
}

/**
 * The answer of a provider, parsed without loss and by `shape`. Transient failures are tried again with back-off; a 429 is
 * not, and says how long to rest.
 */
export async function askSource<T>(request: Request, shape: z.ZodType<T>): Promise<T> {
  for (const pause of BACK_OFF_MS) {
    try {
      return await askOnce(request, shape);
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
    }
    await sleep(pause * (LONGEST_JITTER - Math.random()));
  }
  return askOnce(request, shape);
}

class TransientError extends SourceError {}

async function askOnce<T>(request: Request, shape: z.ZodType<T>): Promise<T> {
  const { response, text } = await answerOf(request);
  const { status } = response;
  let body: unknown;
  try {
    body = parse(text);
  } catch {
    // A fault's status is told first: its body is often a page for people.
  }
  const parsed = shape.safeParse(body);
  if (response.ok && parsed.success) return parsed.data;
  const refused = request.refusal?.safeParse(body);
  if (refused?.success) throw refusedBy(response, refused.data, request.key);
  if (status === 429) throw new SourceError(words.tooOften, restOf(response));
  if (!response.ok) throw new SourceError(words.status(String(status)));
  if (body === undefined) throw new SourceError(words.noJson);
  const [issue] = parsed.error?.issues ?? [];
  throw new SourceError(words.unknownShape(`${issue?.path.join('.')}: ${issue?.message}`));
}

function refusedBy(response: Response, { code, message, restMs = 0 }: Refusal, key?: string): SourceError {
  const status = response.ok && code ? undefined : `HTTP ${response.status}`;
  const codes = [status, code].filter(Boolean).join(', ');
  const told = (text: string) => withoutKey(text, key).slice(0, LONGEST_TEXT);
  return new SourceError(words.failure(told(codes), told(message)), Math.max(restMs, restOf(response) ?? 0) || undefined);
}

async function answerOf({ url, headers, timeoutMs, refusal }: Request): Promise<{ response: Response; text: string }> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { headers: { accept: 'application/json', ...headers }, signal, redirect: 'manual' });
    if (response.status >= 500) throw new TransientError(words.status(String(response.status)));
    if (response.ok) return { response, text: await bounded(response) };
    // The pause that a fault asks for counts also where its body breaks off.
    return { response, text: refusal ? await bounded(response).catch(() => '') : '' };
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (signal.aborted) throw new TransientError(words.silent(String(timeoutMs)));
    throw new TransientError(words.unreachable(whyUnreachable(error as Error)));
  }
}

function whyUnreachable({ name, message, code, cause }: NodeJS.ErrnoException): string {
  if (cause) return whyUnreachable(cause as Error);
  // What an egress proxy has answered. Other messages may hold the address, and with it a key.
  if (message.startsWith('Proxy response')) return message;
  return code ?? name;
}

/** `Retry-After` in seconds or as a date; undefined when the provider doesn't say. */
function restOf(response: Response): number | undefined {
  const text = response.headers.get('retry-after');
  if (!text) return undefined;
  const rest = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return rest > 0 ? rest : undefined;
}

async function bounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MAX_BYTES) throw new SourceError(words.tooLong);
  }
  return text;
}

/** A provider's path below its base address, which may have a path of its own. */
export function below(base: string, path: string, query: Record<string, string> = {}): URL {
  const url = new URL(base.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** An instant that a provider gave in seconds or milliseconds since 1970. */
export function instantOf(value: string, unitMs: 1 | 1_000): string {
  const date = new Date(Math.round(Number(value) * unitMs));
  if (Number.isNaN(date.getTime())) throw new SourceError(words.noTime);
  return date.toISOString();
}

/** A text for logs and admins without the key that the provider was asked with, which it may repeat as the address has it. */
function withoutKey(text: string, key?: string): string {
  if (!key) return text;
  const inAddress = String(new URLSearchParams({ key })).replace('key=', '');
  return [key, inAddress, encodeURIComponent(key)].reduce((rest, written) => rest.replaceAll(written, '[key]'), text);
}

const MAX_DECIMALS = 20;
/** A number of a few letters may have a billion digits. */
const MAX_EXPONENT = 20;

const Exact = Decimal.clone({ precision: 60 });

/** A provider's number as plain decimal text, exponents and surplus digits away. */
export function decimalText(number: string): string {
  let value: Decimal;
  try {
    value = new Exact(number);
  } catch {
    throw new SourceError(words.noNumber);
  }
  if (!value.isFinite() || value.e > MAX_EXPONENT) throw new SourceError(words.noNumber);
  return value.toDecimalPlaces(MAX_DECIMALS).toFixed();
}
