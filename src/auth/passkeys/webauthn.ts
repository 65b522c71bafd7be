import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { RelyingParty } from '../../settings/desk-url.ts'
import { type Answered, challengeSeconds, hmac, newChallenge, readChallenge, type Recognition } from './challenges.ts'

// The library is loaded when the first person needs it.

/** ES256, EdDSA and RS256, which authenticators support. */
const algorithms = [-7, -8, -257]

/** Whose passkey it is, and where it opens sessions. */
export interface Holder {
  personId: number
  touchpointCode: string
}

/** Who registers a passkey. */
export interface Owner extends Holder {
  firstname: string
  email: string
}

/** Where the passkey opens sessions is a part of it: a person can have passkeys of two touchpoints on one device. */
function userHandle(recognition: Recognition, { personId, touchpointCode }: Holder) {
  return hmac(recognition, `user ${personId} ${touchpointCode}`)
}

/** What a browser needs to register a passkey. `existing` are the IDs in hexadecimal of credentials that the owner already has. */
export async function creationOptions(
  { id: rpID }: RelyingParty,
  recognition: Recognition,
  { purpose, owner, existing }: { purpose: string; owner: Owner; existing: readonly string[] },
) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: 'Casegate',
    rpID,
    userID: new Uint8Array(userHandle(recognition, owner)),
    userName: owner.email,
    userDisplayName: owner.firstname,
    challenge: await newChallenge(recognition, purpose),
    timeout: challengeSeconds * 1000,
    attestationType: 'none',
    excludeCredentials: existing.map((id) => ({ id: Buffer.from(id, 'hex').toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

const signInPurpose = 'sign in'

/** What a browser needs to sign in with any passkey of the person. */
export async function requestOptions({ id: rpID }: RelyingParty, recognition: Recognition) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID,
    challenge: await newChallenge(recognition, signInPurpose),
    timeout: challengeSeconds * 1000,
    userVerification: 'required',
  })
}

export type NewCredential = NonNullable<Awaited<ReturnType<typeof verifyRegistration>>>

/** WebAuthn bounds the ID of a credential. A public key of RSA with 4096 bits has 530 bytes. */
const maximumBytes = { credentialId: 1023, publicKey: 1024 }
/** Of the CBOR in a response: both, and an attestation without certificates. What is longer is not decoded, which would take long. */
const maximumCbor = 4096
const isLong = (base64url: string) => base64url.length > (maximumCbor / 3) * 4

/** The credential in a response to `creationOptions`, with its ID and public key in hexadecimal. Null if anything about it is wrong. */
export async function verifyRegistration(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  recognition: Recognition,
  { purpose, response }: { purpose: string; response: RegistrationResponseJSON },
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    if (isLong(response.response.attestationObject) || !(await isUnattested(response))) return null
    // A passkey that the device cannot find by itself is of no use without a name.
    if (response.clientExtensionResults.credProps?.rk === false) return null
    const answered = await answeredIn(response, recognition, purpose)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: answered.challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return null
    const { credential, aaguid } = registrationInfo
    const credentialId = Buffer.from(credential.id, 'base64url')
    if (credentialId.length > maximumBytes.credentialId) return null
    if (credential.publicKey.length > maximumBytes.publicKey) return null
    return {
      credentialId: credentialId.toString('hex'),
      publicKey: Buffer.from(credential.publicKey).toString('hex'),
      counter: credential.counter,
      aaguid,
      answered,
    }
  } catch {
    // What the caller sent does not have the form that the library reads, or fails one of its checks.
    return null
  }
}

/** The signature counter of a response to `requestOptions`. The public key is in hexadecimal. Null if anything is wrong. */
export async function verifyAssertion(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  recognition: Recognition,
  { response, stored }: { response: AuthenticationResponseJSON; stored: Holder & { publicKey: string } },
) {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    if (isLong(response.response.authenticatorData)) return null
    if (response.response.userHandle !== userHandle(recognition, stored).toString('base64url')) return null
    const answered = await answeredIn(response, recognition, signInPurpose)
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: answered.challenge,
      expectedOrigin,
      expectedRPID,
      // The counter is compared where it is locked.
      credential: { id: response.id, publicKey: new Uint8Array(Buffer.from(stored.publicKey, 'hex')), counter: 0 },
      requireUserVerification: true,
    })
    return verified ? { counter: authenticationInfo.newCounter, answered } : null
  } catch {
    return null
  }
}

/** The challenge that a response answers. Throws if it is none of this purpose, or if a page within a page of another site has asked. */
async function answeredIn(
  { response }: { response: { clientDataJSON: string } },
  recognition: Recognition,
  purpose: string,
): Promise<Answered> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  const { challenge, crossOrigin } = decodeClientDataJSON(response.clientDataJSON)
  if (crossOrigin) throw new Error('The desk cannot be framed.')
  return readChallenge(recognition, purpose, challenge)
}

/**
 * Whether no manufacturer vouches for the authenticator. Nobody asks for that, and to check certificates, the library would
 * fetch lists from addresses in them.
 */
async function isUnattested({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
}
