import { RequestError } from '../errors/request-error.ts'
import type { LoginKind } from '../login-kinds.ts'

/** Each throws FORBIDDEN for the other logins. */
export const requireAdminLogin = onlyFor(['ADMIN'], 'Administration requires login as admin.')
export const requireCreatorLogin = onlyFor(
  ['OPERATOR', 'PARTY'],
  'Creating a case requires login as operator or party.',
)
export const requireUploaderLogin = onlyFor(
  ['OPERATOR', 'PARTY'],
  'Uploading a file requires login as operator or party.',
)
export const requireReaderLogin = onlyFor(['OPERATOR'], 'Marking a case as read requires login as operator.')
export const requireViewingLogin = onlyFor(
  ['OPERATOR'],
  'Reporting that you are viewing a case requires login as operator.',
)
export const requireTakerLogin = onlyFor(['OPERATOR'], 'Taking a case requires login as operator.')

function onlyFor(logins: readonly LoginKind[], message: string) {
  return ({ login }: { login: LoginKind }): void => {
    if (!logins.includes(login)) throw new RequestError('FORBIDDEN', message)
  }
}
