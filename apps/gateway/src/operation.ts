import type { ErrorCode } from '@sarafa/contracts';
import { Reflector } from '@nestjs/core';
import type { z } from 'zod';

/** What the documentation says of a route beside its address, its parameters and its access, which it reads from the route itself. */
export interface OperationDescription<O = unknown> {
  readonly summary: string;
  readonly description?: string;
  /** The compiler holds the method's result against it. */
  readonly answers: z.ZodType<O>;
  /** The media types that the answer may have; JSON alone when left out. */
  readonly mediaType?: string | readonly string[];
  /** Statuses with which the same answer comes beside the usual one, and when: `{ 201: 'The first time' }`. 304 has no content. */
  readonly alsoAnswers?: Readonly<Record<number, string>>;
  /** The headers of the answer by their names, and what they say; `ETag` follows from an answer with 304. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What may go wrong beside what follows from the access and the parameters: see `errorsOf` in `routes.ts`. */
  readonly errors?: readonly ErrorCode[];
  /** The field of a file which is streamed on as it comes, so that no parameter of the method reads it. */
  readonly upload?: string;
  /** The parameters behind the question mark where no parameter of the method reads them. */
  readonly query?: z.ZodType | undefined;
  /** For paired screens alone, by their own tokens. The fast path serves it, and reads any body as JSON. */
  readonly isOfScreens?: boolean;
}

/** The answer to `If-None-Match`, in `alsoAnswers`. */
export const UNCHANGED = { 304: 'What `If-None-Match` names is still the answer' };

/** Read by reflection. */
export const OPERATION = Reflector.createDecorator<OperationDescription>();

/** Documents a route: its summary, its answer and its errors. */
export function Operation<O>(description: OperationDescription<O>) {
  return <H extends (...args: never[]) => O | Promise<O>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    OPERATION(description)(target, name, descriptor);
  };
}
