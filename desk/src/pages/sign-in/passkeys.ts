import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { post, signIn } from '../../session/session'

/** What the service tells about an invitation. */
export interface Invitation {
  person: { firstname: string; email: string }
  expiresAt: string
  /** Where browsers reach the desk. */
  url: string
  options: PublicKeyCredentialCreationOptionsJSON
}

/** Signs in with a passkey that the person chooses. Throws Rejected, or an error of the browser. */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await read<PublicKeyCredentialRequestOptionsJSON>('/desk/session/options', {})
  await signIn({ way: 'PASSKEY', response: await startAuthentication({ optionsJSON }) })
}

/** Throws Rejected if the invitation is not open. */
export function readInvitation(invitation: string): Promise<Invitation> {
  return read('/desk/invitation/options', { invitation })
}

/** Registers a passkey and signs in with it. Throws Rejected, or an error of the browser. */
export async function acceptInvitation(invitation: string): Promise<void> {
  // A challenge is valid for five minutes, and the page may have been open for longer.
  const { options: optionsJSON } = await readInvitation(invitation)
  const response = await startRegistration({ optionsJSON })
  await post('/desk/invitation/passkey', { invitation, response, name: browserName() })
}

/** Registers another passkey of the person who is signed in. Throws Rejected, or an error of the browser. */
export async function addPasskey(): Promise<void> {
  const optionsJSON = await read<PublicKeyCredentialCreationOptionsJSON>('/desk/passkeys/options', {})
  await post('/desk/passkeys', { response: await startRegistration({ optionsJSON }), name: browserName() })
}

async function read<Content>(path: string, body: object): Promise<Content> {
  return (await (await post(path, body)).json()) as Content
}

const browsers = { Edg: 'Edge', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari' }
const systems = { Android: 'Android', iPhone: 'iPhone', iPad: 'iPad', Windows: 'Windows', Mac: 'Mac', Linux: 'Linux' }

/** What the browser calls itself, for the name of a passkey: "Firefox on Linux". */
function browserName(agent = navigator.userAgent): string {
  return `${first(browsers, agent) ?? 'A browser'} on ${first(systems, agent) ?? 'a device'}`
}

/** The name of the first key that the text contains. */
function first(names: Record<string, string>, text: string): string | undefined {
  return Object.entries(names).find(([key]) => text.includes(key))?.[1]
}
