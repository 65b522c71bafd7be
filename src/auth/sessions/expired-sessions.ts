import { removal } from '../../database/expired-rows.ts'

/**
 * Removes sessions of secrets and issuers seven days after their lifetime, whether or not they ended before it. No JWT that
 * such a session has refused is still valid then. Sessions of the command line and of imports stay, so that importing them
 * again does not revive them.
 */
export const expiredSessions = removal(
  'sessions',
  `expires_at < statement_timestamp() - interval '7 days' and origin in ('SECRET', 'ISSUER')`,
  'expires_at',
)
