import type { SecondStepAsked, SecondStepProof, SignedIn } from '@sarafa/contracts';
import { useState } from 'react';
import { useSignInMutation } from '../api/session.api.js';
import { type Problem, problemOf } from '../requests/problem.js';
import { secondStepTexts } from '../texts/second-step-texts.js';
import { usedPasskey } from './passkey.js';

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The session that was begun; else what was wrong, and nothing where only the second step is needed now. */
export type SignInOutcome = { readonly session: SignedIn } | { readonly problem?: Problem };

const NOT_USED: Problem = {
  status: 0,
  code: 'OTHER',
  get message() {
    return secondStepTexts.passkeyFailed;
  },
  details: {},
};

/** A sign-in in one step or in two: first the password, then what the account has as its second step. */
export function useSignIn() {
  const [signIn] = useSignInMutation();
  const [isBusy, setIsBusy] = useState(false);
  const [asked, setAsked] = useState<SecondStepAsked>();
  const [wasAsked, setWasAsked] = useState(false);
  const [code, setCode] = useState('');

  const proven = async (isPasskey: boolean): Promise<SecondStepProof> => {
    if (!asked) return {};
    const { challenge, passkey } = asked;
    return { challenge, ...(isPasskey && passkey ? { passkey: await usedPasskey(passkey) } : { code }) };
  };
  const trySignIn = async (credentials: Credentials, isPasskey: boolean): Promise<SignInOutcome> => {
    let proof: SecondStepProof;
    try {
      proof = await proven(isPasskey);
    } catch {
      return { problem: NOT_USED };
    }
    try {
      return { session: await signIn({ ...credentials, ...proof }).unwrap() };
    } catch (failure) {
      const problem = problemOf(failure);
      // Whatever else went wrong, the next try begins with the password, and gets a challenge that counts.
      setAsked(problem.asked);
      if (problem.asked) setWasAsked(true);
      setCode('');
      return problem.asked && !asked ? {} : { problem };
    }
  };
  const send = async (credentials: Credentials, isPasskey = false): Promise<SignInOutcome> => {
    setIsBusy(true);
    return trySignIn(credentials, isPasskey).finally(() => setIsBusy(false));
  };
  /** Where the first step comes again, its field gets the focus that the second step's field had. */
  const autoFocus = wasAsked && !asked;
  return { send, isBusy, asked, autoFocus, code, setCode, back: () => setAsked(undefined) };
}
