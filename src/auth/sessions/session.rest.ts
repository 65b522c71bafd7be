import { invalidInput } from '../../errors/request-error.ts'
import { RouteError } from '../../http/request-error.ts'
import { loginKinds } from '../../login-kinds.ts'
import { type Member, mutationRoute } from '../../rest/mutation-route.ts'
import { pageRoute } from '../../rest/page-route.ts'
import { booleanParameter } from '../../rest/query-parameters.ts'
import { readRoute } from '../../rest/read-route.ts'
import { sendBody } from '../../rest/tagged-response.ts'
import { type RestRequest, textVariable } from '../../rest/route.ts'
import { createSessionErrors } from './session.errors.ts'

const path = '/api/v4/sessions'

const sessionSelection = `
id
person { id login firstname email }
touchpoint { code name }
origin createdAt lastUsedAt expiresAt idleExpiresAt current`

const login: Member = {
  read(value) {
    if (loginKinds.some((kind) => kind === value)) return value
    throw invalidInput([{ message: `login must be one of: ${loginKinds.join(', ')}.`, path: ['login'] }])
  },
  required: true,
}

const maximumInteger = 2 ** 31 - 1

const expiresIn: Member = {
  read(value) {
    if (value === undefined || value === null) return undefined
    if (!Number.isInteger(value)) {
      throw invalidInput([{ message: 'expiresIn must be an integer.', path: ['expiresIn'] }])
    }
    // The operation rejects what is too large.
    return Math.min(Math.max(Number(value), -1), maximumInteger)
  },
}

const firstname: Member = {
  read(value) {
    if (value === undefined || value === null || typeof value === 'string') return value
    throw invalidInput([{ message: 'firstname must be a string.', path: ['firstname'] }])
  },
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
    login,
    email: { read: (value) => textVariable(value) ?? '', required: true },
    expiresIn,
    firstname,
  },
  payload: `context { simpleProfile { firstname email } } token session { ${sessionSelection} }`,
  location: ({ session: { id } }) => `${path}/${id.slice(id.indexOf(':') + 1)}`,
})

const ofSession = `${path}/:sessionId`

/** The ID of a session by its ID, its UUID or `current`. */
const idOf = ({ sessionId }: RestRequest) => (sessionId.startsWith('session:') ? sessionId : `session:${sessionId}`)

const notFound = () => new RouteError(404, 'There is no such session, or the caller may not see it.')

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
  toVariables: (request) => ({ id: idOf(request) }),
  send(reply, { data }) {
    if (!data?.['session']) throw notFound()
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
  errors: {},
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
  errors: {},
  payload: 'revoked',
  fieldsOutsideBody: (request) => ({ sessionId: idOf(request) }),
  send: (reply) => reply.code(204).send(),
  sendProblems() {
    throw notFound()
  },
})
