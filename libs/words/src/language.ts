import english from './languages/en.json' with { type: 'json' };

/** All that a board says. A text with arguments is said by `say`. */
export type Messages = typeof english;
export { english };

/** The messages with all digits in the language's own ones, or in Latin ones; numbers among them follow `zero`. */
export function withDigits(messages: Messages, isNative: boolean): Messages {
  const digitsHere = { zero: isNative ? messages.zero : '0' };
  const change = (_: string, part: unknown) => (typeof part === 'string' ? digits(part, digitsHere) : part);
  return JSON.parse(JSON.stringify({ ...messages, ...digitsHere }), change) as Messages;
}

/** The first of ten digits, which follow each other in every script. */
type Digits = Pick<Messages, 'zero'>;

/** `text` with the digits of the messages that it stands among. Not by Intl, because televisions lack its data. */
export function digits(text: string | number, { zero }: Digits): string {
  return String(text).replace(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)));
}

/** `message` with its arguments: texts as they are, because people may have typed them, and numbers in the digits of `among`. */
export function say(message: string, values: Readonly<Record<string, string | number>>, among: Digits = english): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]!;
    return typeof value === 'number' ? digits(value, among) : value;
  });
}
