import { z } from 'zod';
import { Id, Instant } from './common.js';
import { limits } from './limits.js';
import { PlainText } from './sent.js';

/** A second step of one's sign-in, as its account sees it. */
export const Factor = z.object({
  id: Id,
  /** `totp` or `passkey`; a later release may have others. */
  kind: z.string(),
  name: z.string(),
  since: Instant,
  used_at: Instant.nullable(),
  /** The recovery codes that weren't used yet, of an authenticator app. */
  recovery_left: z.int().optional(),
});
export type Factor = z.infer<typeof Factor>;
/** `GET /auth/factors`. */
export const Factors = z.array(Factor);
export type Factors = z.infer<typeof Factors>;

/** `POST /auth/factors/totp`: what an authenticator app is set up with, as base32 and as an address of `otpauth:`. */
export const TotpSetup = z.object({ secret: z.string(), uri: z.string() });
export type TotpSetup = z.infer<typeof TotpSetup>;

/** Six digits of an authenticator app, or a recovery code. Spaces and hyphens are for people. */
const Code = z.string().min(1, 'is required').max(64, 'is too long');
export const TotpConfirmation = z.object({ code: Code });
export type TotpConfirmation = z.infer<typeof TotpConfirmation>;
/** What is shown once, and stored only as hashes. */
export const RecoveryCodes = z.object({ recovery: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** Bytes as WebAuthn's JSON writes them. */
const Base64Url = z.string().regex(/^[\w-]*$/);
const Bytes = Base64Url.max(16_384);
const CredentialId = Base64Url.min(1).max(1_400);
const Transports = z.array(z.string().max(32)).max(10).optional();
const Credential = z.object({ id: CredentialId, rawId: CredentialId, type: z.literal('public-key') });

/** What the browser makes of `navigator.credentials.create`: WebAuthn's RegistrationResponseJSON. */
export const PasskeyRegistration = Credential.extend({
  response: z.object({ clientDataJSON: Bytes, attestationObject: Bytes, transports: Transports }),
});
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>;
/** What the browser makes of `navigator.credentials.get`: WebAuthn's AuthenticationResponseJSON. */
export const PasskeyAssertion = Credential.extend({
  response: z.object({ clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes, userHandle: Bytes.nullish() }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

/** `POST /auth/factors/passkeys`. */
export const NewPasskey = z.object({
  name: PlainText.min(1, 'is required').max(limits.secondStep.name, 'is too long'),
  response: PasskeyRegistration,
});
export type NewPasskey = z.infer<typeof NewPasskey>;

const Described = z.object({ type: z.literal('public-key'), id: Base64Url, transports: z.array(z.string()).optional() });
/** `POST /auth/factors/passkeys/options`: WebAuthn's PublicKeyCredentialCreationOptionsJSON. */
export const PasskeyCreation = z.looseObject({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: Base64Url, name: z.string(), displayName: z.string() }),
  challenge: Base64Url,
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int().optional(),
  excludeCredentials: z.array(Described).optional(),
});
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;
/** WebAuthn's PublicKeyCredentialRequestOptionsJSON. */
export const PasskeyRequest = z.looseObject({
  challenge: Base64Url,
  rpId: z.string(),
  timeout: z.int().optional(),
  allowCredentials: z.array(Described),
  userVerification: z.string().optional(),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

/** What comes with a right password where the account has a second step. */
export const SecondStepProof = z.object({
  /** What the sign-in before was answered. */
  challenge: z.string().max(256).optional(),
  code: Code.optional(),
  passkey: PasskeyAssertion.optional(),
});
export type SecondStepProof = z.infer<typeof SecondStepProof>;
/** `host` is the site's, to which passkeys are bound: `rates.example.com`, with the port where there is one. */
export const SecondStep = SecondStepProof.extend({ host: z.string().max(256) });
export type SecondStep = z.infer<typeof SecondStep>;
/** What a sign-in of an account with a second step is asked for. */
export const SecondStepAsked = z.object({ challenge: z.string(), passkey: PasskeyRequest.optional() });
export type SecondStepAsked = z.infer<typeof SecondStepAsked>;
