import { type Screen, ScreenClaim } from '@sarafa/contracts';
import { useState } from 'react';
import { useClaimScreenMutation } from '../api/screens.api.js';
import { fieldErrors, serverErrors } from '../field-errors.js';
import { focusFirst } from '../focus-first.js';
import { inWords, say } from '../page-language.js';
import { failureText, isDenied, NO_ANSWER, type Problem, problemOf } from '../problem.js';
import { screenTexts } from '../texts/screen-texts.js';
import { useWhileMounted } from '../use-while-mounted.js';
import { faultOfCode, plainCode } from './pairing-code.js';

const { claim: words } = screenTexts;
const LABELS = inWords(() => ({ code: words.code, name: words.name, userId: words.shop }) as const);

interface Options {
  readonly code?: string;
  /** Whether somebody claims for a shop that has to be chosen: an admin. */
  readonly needsShop: boolean;
  readonly onAdded: (screen: Screen) => void;
}

/** The values of the form that pairs a TV with a shop, their faults, and the claim. */
export function useClaim({ code: given = '', needsShop, onAdded }: Options) {
  const [code, setCode] = useState(() => plainCode(given));
  const [name, setName] = useState('');
  const [userId, setUserId] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState('');
  const [claim, { isLoading: isBusy }] = useClaimScreenMutation();
  const added = useWhileMounted(onAdded);

  const submit = async (form: HTMLFormElement) => {
    const claimed = { code, name: name.trim(), ...(needsShop && { userId }) };
    const wrongCode = faultOfCode(code);
    const faults = { ...fieldErrors(ScreenClaim, claimed, LABELS), ...(wrongCode && { code: wrongCode }) };
    setErrors(faults);
    setFailure('');
    if (Object.keys(faults).length > 0) return focusFirst(form, faults);
    if (isBusy) return;
    try {
      added((await claim(claimed).unwrap()).screen);
    } catch (error) {
      const problem = problemOf(error);
      // A code that nobody knows is the only thing that is not found here, unless the shop was deleted a moment ago.
      const refused = problem.status === 404 ? { code: problem.message } : serverErrors(problem.details, LABELS);
      setErrors(refused);
      focusFirst(form, refused);
      if (Object.keys(refused).length === 0) setFailure(whyNot(problem));
    }
  };
  const change = (field: keyof typeof LABELS, set: (value: string) => void) => (value: string) => {
    set(value);
    // What was wrong with the value before is said no more.
    setErrors(({ [field]: _, ...others }) => others);
  };
  return {
    ...{ code, name, userId, errors, failure, isBusy, needsShop, submit },
    setCode: change('code', setCode),
    setName: change('name', setName),
    setUserId: change('userId', setUserId),
  };
}

/** Why a TV couldn't be paired, in a sentence that says what to do. */
function whyNot(problem: Problem): string {
  if (isDenied(problem)) return failureText(problem);
  switch (problem.code) {
    case NO_ANSWER.code:
      return words.offline;
    case 'UNAVAILABLE':
    case 'TIMEOUT':
      return words.down;
    case 'CONFLICT':
    case 'TOO_MANY_REQUESTS':
      return problem.message;
    default:
      return say(words.failed, { message: problem.message });
  }
}
