import type { PasskeyAssertion, PasskeyCreation, PasskeyRegistration, PasskeyRequest } from '@sarafa/contracts';
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';

type Creation = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Request = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Not on pages without TLS. */
export const knowsPasskeys = browserSupportsWebAuthn;

/** Rejects where the person or the browser doesn't go on. */
export function makePasskey(options: PasskeyCreation): Promise<PasskeyRegistration> {
  return startRegistration({ optionsJSON: options as unknown as Creation }) as Promise<PasskeyRegistration>;
}

/** The same for a sign-in. */
export function usedPasskey(options: PasskeyRequest): Promise<PasskeyAssertion> {
  return startAuthentication({ optionsJSON: options as unknown as Request }) as Promise<PasskeyAssertion>;
}
