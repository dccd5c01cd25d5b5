import {
  limits,
  type PasskeyAssertion,
  type PasskeyCreation,
  type PasskeyRegistration,
  type PasskeyRequest,
} from '@sarafa/contracts';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { StoredFactor } from './factor.schema.js';

const NAME = 'Sarafa';
/** The second step beside a password: having the device is enough, whether or not it asks for a finger. */
const VERIFICATION = { userVerification: 'discouraged' } as const;
const timeout = limits.secondStep.waitsMs;
type Transport = NonNullable<Parameters<typeof generateAuthenticationOptions>[0]['allowCredentials']>[number]['transports'];

/** The site that passkeys are bound to, and the origins at which browsers let it use them. */
interface PasskeySite {
  readonly rp_id: string;
  readonly origins: string[];
}

/**
 * Of the host that a request came to. The browser writes the origin of its page into what it signs, and takes a passkey only of the
 * page's own host. So a site that lies about the host gets a passkey of its own name at most, and none of ours. Browsers know passkeys
 * on pages with TLS alone, and on those of the same machine.
 */
export function siteOf(host: string): PasskeySite | undefined {
  const address = URL.canParse(`https://${host}`) ? new URL(`https://${host}`) : undefined;
  if (!address?.hostname) return undefined;
  const isOwnMachine = address.hostname === 'localhost';
  return { rp_id: address.hostname, origins: [address.origin, ...(isOwnMachine ? [new URL(`http://${host}`).origin] : [])] };
}

/** The passkeys of an account that this site may use. */
export function passkeysOf(factors: readonly StoredFactor[], site: PasskeySite | undefined): StoredFactor[] {
  return factors.filter(({ rp_id }) => rp_id !== undefined && rp_id === site?.rp_id);
}

export async function creationFor(
  { rp_id }: PasskeySite,
  account: { readonly id: string; readonly username: string },
  passkeys: readonly StoredFactor[],
): Promise<PasskeyCreation> {
  const options = await generateRegistrationOptions({
    ...{ rpName: NAME, rpID: rp_id, userName: account.username, timeout, attestationType: 'none' },
    userID: new Uint8Array(Buffer.from(account.id, 'hex')),
    excludeCredentials: passkeys.map(described),
    authenticatorSelection: { residentKey: 'discouraged', ...VERIFICATION },
  });
  return options as unknown as PasskeyCreation;
}

export async function requestFor(
  { rp_id }: PasskeySite,
  challenge: string,
  passkeys: readonly StoredFactor[],
): Promise<PasskeyRequest> {
  const options = await generateAuthenticationOptions({
    ...{ rpID: rp_id, timeout, ...VERIFICATION },
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    allowCredentials: passkeys.map(described),
  });
  return options as unknown as PasskeyRequest;
}

/** What is stored of a new passkey; null where the answer is none to this challenge at this site. */
export async function registered(
  { rp_id, origins }: PasskeySite,
  challenge: string,
  response: PasskeyRegistration,
): Promise<Partial<StoredFactor> | null> {
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} } as never,
    ...{ expectedChallenge: challenge, expectedOrigin: origins, expectedRPID: rp_id, requireUserVerification: false },
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return null;
  const { id, publicKey, counter, transports } = registrationInfo.credential;
  const public_key = Buffer.from(publicKey).toString('base64url');
  return { credential_id: id, public_key, counter, rp_id, ...(transports && { transports }) };
}

/** The count of signatures after this one; null for a wrong answer. */
export async function counterAfter(
  { rp_id, origins }: PasskeySite,
  challenge: string,
  { credential_id = '', public_key = '', counter = 0 }: StoredFactor,
  response: PasskeyAssertion,
): Promise<number | null> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} } as never,
    ...{ expectedChallenge: challenge, expectedOrigin: origins, expectedRPID: rp_id, requireUserVerification: false },
    credential: { id: credential_id, publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')), counter },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified && authenticationInfo ? authenticationInfo.newCounter : null;
}

function described({ credential_id = '', transports }: StoredFactor) {
  return { id: credential_id, ...(transports && { transports: transports as NonNullable<Transport> }) };
}
