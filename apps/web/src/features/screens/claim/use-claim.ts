import { type Screen, ScreenClaim } from '@sarafa/contracts';
import { useState } from 'react';
import { useClaimScreenMutation } from '../../../shared/api/screens.api.js';
import { serverErrors } from '../../../shared/requests/field-errors.js';
import { inWords, say } from '../../../shared/language/page-language.js';
import { failureText, isDenied, NO_ANSWER, type Problem } from '../../../shared/requests/problem.js';
import { screenTexts } from '../../../shared/texts/screen-texts.js';
import { useForm } from '../../../shared/use-form.js';
import { useWhileMounted } from '../../../shared/use-while-mounted.js';
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
  const [claim] = useClaimScreenMutation();
  const added = useWhileMounted(onAdded);

  const claimed = { code, name: name.trim(), ...(needsShop && { userId }) };
  const wrongCode = faultOfCode(code);
  const { setErrors, ...form } = useForm({
    schema: ScreenClaim,
    values: claimed,
    labels: LABELS,
    faults: wrongCode ? { code: wrongCode } : {},
    send: async () => added((await claim(claimed).unwrap()).screen),
    // A code that nobody knows is the only thing that is not found here, unless the shop was deleted a moment ago.
    refusal: ({ status, message, details }) => (status === 404 ? { code: message } : serverErrors(details, LABELS)),
    onFailed: (problem, isAtField) => isAtField || setErrors({ failure: whyNot(problem) }),
  });
  const change = (field: keyof typeof LABELS, set: (value: string) => void) => (value: string) => {
    set(value);
    // What was wrong with the value before is said no more.
    setErrors(({ [field]: _, ...others }) => others);
  };
  return {
    ...{ ...form, code, name, userId, needsShop },
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
