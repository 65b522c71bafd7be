import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authenticate } from '../viewer/authenticate.ts'
import { touchpointBySecret } from '../auth/authentication.ts'
import { createSession } from '../auth/sessions/create-session.ts'
import { readCurrentSession } from '../auth/sessions/read-sessions.ts'
import type { CreateSessionErrorCode } from '../auth/sessions/session.errors.ts'
import { type NewSession, type OpenedSession, openSession } from '../auth/sessions/stored-sessions.ts'
import { signInWithPasskey } from '../auth/passkeys/sign-in-with-passkey.ts'
import { type Credentials, hashToken, throwSecretRejected } from '../viewer/viewer.ts'
import type { RequestContext } from '../context.ts'
import type { Problem } from '../errors/problems.ts'
import { RequestError } from '../errors/request-error.ts'
import type { LoginKind } from '../login-kinds.ts'
import type { DemoLogin } from './demonstration.ts'
import type { NewCookie } from './cookies.ts'
import type { DeskSignIn } from '../settings/desk-settings.ts'
import type { RelyingParty } from '../settings/desk-settings.ts'

const text = z.string().min(1)

/** What browsers send to sign in with a passkey. The verification checks what the texts mean. */
const passkeyResponse = z.looseObject({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.string().default(''),
  }),
  clientExtensionResults: z.looseObject({}).default({}),
})

const signInRequest = z.discriminatedUnion('way', [
  z.object({ way: z.literal('DEMONSTRATION'), login: text }),
  // The address comes from a proxy.
  z.object({ way: z.literal('PROXY') }),
  z.object({ way: z.literal('EMAIL'), email: text }),
  z.object({ way: z.literal('TOKEN'), touchpoint: text, token: text }),
  z.object({ way: z.literal('PASSKEY'), response: passkeyResponse }),
])

/** The token in the body of a request to sign in. Null if it has none. */
export function credentialsIn(body: unknown): Credentials | null {
  const { data: sent } = signInRequest.safeParse(body)
  return sent?.way === 'TOKEN' ? { touchpoint: sent.touchpoint, tokenHash: hashToken(sent.token) } : null
}

export type SignInResult = NewCookie | { problems: readonly Problem<CreateSessionErrorCode>[] }

export interface SignInOptions {
  settings: DeskSignIn
  /** People of the demonstration data, if everyone who reaches the server may sign in as them. */
  demoLogins: readonly DemoLogin[]
  /** Undefined if there are no passkeys. */
  relyingParty: RelyingParty | undefined
}

/** The ways to sign in that these settings offer, and what they do. An issuer has its own routes. */
export function signInWays({ settings, demoLogins, relyingParty }: SignInOptions) {
  const { secret, addressHeader, client } = settings
  function addressOf({ headers }: FastifyRequest): string | undefined {
    const sent = addressHeader === undefined ? undefined : headers[addressHeader]
    return typeof sent === 'string' && sent !== '' ? sent : undefined
  }

  function ways(request: FastifyRequest): ({ way: string } & Record<string, string>)[] {
    const email = addressOf(request)
    return [
      ...demoLogins.map(({ login, firstname }) => ({ way: 'DEMONSTRATION', login, firstname })),
      ...(relyingParty ? [{ way: 'PASSKEY', url: relyingParty.url }] : []),
      ...(client ? [{ way: 'ISSUER' }] : []),
      ...(email === undefined ? [] : [{ way: 'PROXY', email }]),
      ...(secret && addressHeader === undefined ? [{ way: 'EMAIL' }] : []),
      { way: 'TOKEN' },
    ]
  }

  /**
   * The context has to have the token of the body, if there is one. Throws BAD_USER_INPUT if the way is not offered, and
   * UNAUTHENTICATED if the token or the secret is not accepted.
   */
  async function signIn(request: FastifyRequest): Promise<SignInResult> {
    const { context } = request
    const { data: sent } = signInRequest.safeParse(request.body)
    switch (sent?.way) {
      case 'DEMONSTRATION': {
        const person = demoLogins.find(({ login }) => login === sent.login)
        if (person && 'token' in person) return openAnother(context, person)
        if (person) return openFirst(context, person.secret, [person.login], person.email)
        break
      }
      case 'PROXY': {
        const email = addressOf(request)
        if (secret && email !== undefined) return openFirst(context, secret, deskLogins, email)
        break
      }
      case 'EMAIL':
        if (secret && addressHeader === undefined) return openFirst(context, secret, deskLogins, sent.email)
        break
      case 'PASSKEY':
        if (relyingParty) return noteOpened(context, await signInWithPasskey(context, relyingParty, sent.response))
        break
      case 'TOKEN': {
        const { touchpoint, token } = sent
        return { touchpoint, token, expiresAt: (await readCurrentSession(context)).expiresAt }
      }
    }
    throw new RequestError('BAD_USER_INPUT', 'The body must describe one of the ways to sign in that GET returns.')
  }

  return { ways, signIn }
}

/** The login kinds of people who work with the desk. */
const deskLogins = ['OPERATOR', 'PARTY', 'ADMIN'] as const

/** Opens another session of the person whose session has the token, so that signing out ends only the other one. */
async function openAnother(
  context: RequestContext,
  { touchpoint, token }: { touchpoint: string; token: string },
): Promise<NewCookie> {
  context.credentials = { touchpoint, tokenHash: hashToken(token) }
  const { personId } = (await authenticate(context)).viewer
  return openDeskSession(context, { touchpointCode: touchpoint, personId, origin: 'COMMAND' })
}

/** Opens a session with the lifetimes of the settings. */
export async function openDeskSession(
  context: RequestContext,
  opened: Pick<NewSession, 'touchpointCode' | 'personId' | 'origin'>,
): Promise<NewCookie> {
  const { database, sessionLimits } = context.services
  const { lifetime: seconds, idleTimeout: idleSeconds } = sessionLimits
  return noteOpened(context, await openSession(database, { ...opened, seconds, idleSeconds }))
}

/** Notes a session that the request has opened, and returns its cookie. */
export function noteOpened(context: RequestContext, { token, session }: OpenedSession): NewCookie {
  const { touchpointCode: touchpoint, tokenHash, expiresAt } = session
  context.created = { touchpoint, tokenHash }
  return { touchpoint, token, expiresAt }
}

/** Creates a session of the first login kind that the touchpoint of the secret may create and the person has. */
async function openFirst(
  context: RequestContext,
  secret: string,
  logins: readonly LoginKind[],
  email: string,
): Promise<SignInResult> {
  const secretHash = hashToken(secret)
  const found = await context.services.database.load(touchpointBySecret, { secretHash })
  const touchpoint = found?.touchpointCode ?? throwSecretRejected()
  context.secret = { touchpoint, secretHash }
  let refused: SignInResult | undefined
  for (const login of logins) {
    const result = await createSession(context, { login, email })
    if (!('problems' in result)) return { touchpoint, token: result.token, expiresAt: result.session.expiresAt }
    const [problem] = result.problems
    if (problem?.code === 'blocked') return result
    // That there is no such person says more than that the touchpoint may not create the login kind.
    if (!refused || problem?.code === 'personNotValid') refused = result
  }
  return refused!
}
