import { invalidInput } from '../errors.ts'
import { type Member, mutationRoute } from '../rest/mutation-route.ts'
import { textVariable } from '../rest/route.ts'
import { createSessionErrors } from './session.errors.ts'

const loginKinds = ['OPERATOR', 'PARTY', 'CONSUMER', 'ADMIN']

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
  fieldsOutsideBody: () => ({}),
  location: ({ session: { id } }) => `${path}/${id.slice(id.indexOf(':') + 1)}`,
})
