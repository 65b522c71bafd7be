import { expect } from 'vitest'
import { ada } from '../requests/configure.ts'
import type { Credentials } from '../requests/credentials.ts'
import { graphqlData } from '../requests/graphql.ts'
import { type RawResponse, sendRaw } from '../requests/http.ts'
import type { TestServer } from '../server/server.ts'
import { Authenticator, type Deviation } from './authenticator.ts'

export const deskOrigin = 'https://cases.example.com'
export const passkeySettings = { DESK: 'on', DESK_URL: `${deskOrigin}/desk`, TRUST_PROXY: 'on' }

const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

/** Sends a request of the desk's page. */
export function post(
  { url }: Pick<TestServer, 'url'>,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<RawResponse> {
  return sendRaw(url, { method: 'POST', path, headers: { ...own, ...headers }, body: JSON.stringify(body) })
}

/** Invites a person, by default at the desk, and returns the token of the link. */
export async function invite(
  { url }: Pick<TestServer, 'url'>,
  personId: string,
  input: object = {},
  caller: Credentials = ada,
): Promise<string> {
  const document = `
mutation ($input: CreateInvitationInput!) {
  createInvitation(input: $input) { ... on CreateInvitationPayload { url } ... on CreateInvitationError { problems { code } } }
}`
  const variables = { input: { personId, touchpointCode: 'desk', ...input } }
  const { createInvitation } = await graphqlData<{ createInvitation: { url?: string; problems?: object } }>(
    url,
    document,
    variables,
    caller,
  )
  expect(createInvitation.problems).toBeUndefined()
  return createInvitation.url!.split('#')[1]!
}

/** The cookie of a sign-in. */
export function cookieOf({ headers }: RawResponse): string {
  return headers['set-cookie']![0]!.split(';')[0]!
}

export async function invitationOptions(server: Pick<TestServer, 'url'>, invitation: string) {
  const answer = await post(server, '/desk/invitation/options', { invitation })
  expect(answer.status).toBe(200)
  return JSON.parse(answer.body).options
}

/** Registers a passkey of a new device with an invitation. */
export async function register(
  server: Pick<TestServer, 'url'>,
  invitation: string,
  device = new Authenticator(deskOrigin),
) {
  const response = device.create(await invitationOptions(server, invitation))
  const answer = await post(server, '/desk/invitation/passkey', { invitation, response, name: 'Firefox on Linux' })
  expect([answer.status, answer.body]).toEqual([204, ''])
  return { device, cookie: cookieOf(answer) }
}

export async function signInOptions(server: Pick<TestServer, 'url'>) {
  return JSON.parse((await post(server, '/desk/session/options', {})).body)
}

export async function signIn(server: Pick<TestServer, 'url'>, device: Authenticator, deviation: Deviation = {}) {
  const response = device.get(await signInOptions(server), deviation)
  return post(server, '/desk/session', { way: 'PASSKEY', response })
}

/** Executes a document with the session of a cookie. */
export async function asSession<Data>(server: Pick<TestServer, 'url'>, cookie: string, query: string, variables = {}) {
  const answer = await post(server, '/desk/graphql', { query, variables }, { cookie })
  const { data, errors } = JSON.parse(answer.body) as { data?: Data; errors?: { extensions: { code: string } }[] }
  return { ...(data && { data }), ...(errors && { errors }) }
}
