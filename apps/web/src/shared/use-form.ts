import { type FormEvent, useState } from 'react';
import type { z } from 'zod';
import { fieldErrors, serverErrors } from './requests/field-errors.js';
import { focusFirst } from './focus-first.js';
import { type Problem, problemOf } from './requests/problem.js';
import { useRepeatKey } from './requests/repeat-key.js';

/** What is wrong, by the path of the field. */
type Faults = Readonly<Record<string, string | undefined>>;

interface Form {
  /** The contract of what is sent. */
  readonly schema: z.ZodType;
  /** What would be sent now. */
  readonly values: object;
  /** What the fields are called in messages about them. */
  readonly labels: Readonly<Record<string, string>>;
  /** What the contract has no words of its own for. */
  readonly faults?: Faults | undefined;
  /** Sends the values, which have no fault, and does what follows when they are saved. */
  readonly send: (repeatKey: string) => Promise<unknown>;
  /** To which fields a refusal belongs; without this, to those that the server names. */
  readonly refusal?: (problem: Problem) => Faults;
  /** Says why sending has failed; `isAtField` when a field says something of it already. */
  readonly onFailed: (problem: Problem, isAtField: boolean) => void;
}

/**
 * The way of a form: its values are checked by their contract, sent, and refused at their fields, where the first that is wrong
 * gets the focus. The values stay with the form, because what is sent may be less than what is shown.
 */
export function useForm({ schema, values, labels, faults, send, refusal, onFailed }: Form) {
  const [errors, setErrors] = useState<Faults>({});
  const [isBusy, setIsBusy] = useState(false);
  const repeat = useRepeatKey();
  const refuse = (form: HTMLFormElement, wrong: Faults) => {
    setErrors(wrong);
    focusFirst(form, wrong);
    return Object.keys(wrong).length > 0;
  };
  const submit = async (form: HTMLFormElement) => {
    if (refuse(form, { ...fieldErrors(schema, values, labels), ...faults }) || isBusy) return;
    setIsBusy(true);
    try {
      await send(repeat.key);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status === 409) repeat.renew();
      onFailed(problem, refuse(form, refusal?.(problem) ?? serverErrors(problem.details, labels)));
    } finally {
      setIsBusy(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(event.currentTarget);
  };
  return { errors, setErrors, isBusy, onSubmit };
}
