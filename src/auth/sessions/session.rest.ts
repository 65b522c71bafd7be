import { invalidInput } from '../../errors/request-error.ts'
import { loginKinds } from '../../login-kinds.ts'
import { mutationRoute } from '../../rest/mutation-route.ts'
import { pageRoute } from '../../rest/page-route.ts'
import { booleanParameter } from '../../rest/query-parameters.ts'
import { notFound, readRoute } from '../../rest/read-route.ts'
import { sendBody } from '../../rest/tagged-response.ts'
import { idParameter, textVariable } from '../../rest/route.ts'
import { createSessionErrors } from './session.errors.ts'

const path = '/api/v4/sessions'

const sessionSelection = `
id
person { id login firstname email }
touchpoint { code name }
origin createdAt lastUsedAt expiresAt idleExpiresAt current`

const wrong = (name: string, noun: string) => invalidInput([{ message: `${name} must be ${noun}.`, path: [name] }])

function readLogin(value: unknown): unknown {
  if (loginKinds.some((kind) => kind === value)) return value
  throw wrong('login', `one of: ${loginKinds.join(', ')}`)
}

/** The operation rejects what is too large for an integer of GraphQL. */
function readSeconds(value: unknown): unknown {
  if (value === undefined || value === null) return value
  if (typeof value !== 'number' || !Number.isInteger(value)) throw wrong('expiresIn', 'an integer')
  return Math.min(Math.max(value, -1), 2 ** 31 - 1)
}

interface Created {
  session: { id: string }
}

export const createSessionRoute = mutationRoute<Created>({
  operation: 'createSession',
  method: 'POST',
  path,
  secret: true,
  summary: 'Log a person in',
  status: 201,
  success: 'The new session and its token.',
  errors: createSessionErrors,
  body: {
    login: { read: readLogin, required: true },
    email: { read: (value) => textVariable(value) ?? '', required: true },
    expiresIn: { read: readSeconds },
    firstname: { read: textVariable },
  },
  payload: `context { simpleProfile { firstname email } } token session { ${sessionSelection} }`,
  location: ({ session: { id } }) => `${path}/${id.slice(id.indexOf(':') + 1)}`,
})

const ofSession = `${path}/:sessionId`

export const sessionsRoute = pageRoute({
  operation: 'sessions',
  path,
  summary: "List the caller's sessions",
  parent: 'viewer',
  nodes: sessionSelection,
})

export const readSessionRoute = readRoute({
  operation: 'readSession',
  path: ofSession,
  summary: 'Read a session',
  description:
    'Returns a session of the caller. `current` is the session of the request. Login: operator, party, consumer or admin.',
  document: `
query Session($id: ID!) {
  session: node(id: $id) {
    ... on Session { ${sessionSelection} }
  }
}`,
  // The ID of the session, its UUID or `current`.
  toVariables: (request) => ({ id: idParameter(request, 'sessionId', 'session') }),
  send(reply, { data }) {
    if (!data?.['session']) throw notFound('session')
    return sendBody(reply, data)
  },
})

export const revokeSessionsRoute = mutationRoute({
  operation: 'revokeSessions',
  method: 'DELETE',
  path,
  summary: "Revoke the caller's sessions",
  description:
    'Revokes all sessions of the caller, and returns how many were valid. Login: operator, party, consumer or admin.',
  status: 200,
  success: 'The number of revoked sessions.',
  query: { exceptCurrent: booleanParameter },
  payload: 'revoked',
})

export const revokeSessionRoute = mutationRoute({
  operation: 'revokeSession',
  mutation: 'revokeSessions',
  method: 'DELETE',
  path: ofSession,
  summary: 'Revoke a session',
  description:
    'Revokes a session of the caller. `current` is the session of the request. Safe to repeat. Login: operator, party, ' +
    'consumer or admin.',
  status: 204,
  success: 'The session is revoked.',
  payload: 'revoked',
  named: 'session',
})
