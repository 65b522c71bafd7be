import { codeOf } from '../../errors.ts'

/** Errors that PostgreSQL reports only for a statement that it rolls back, in a session that may have ended since. */
const rowOrLock = /^((0A|21|22|23|25|26|27|28|34|3D|3F|42|44|54|P0)...|40001|40P01|55...|57P03)$/
const cancelled = '57014'
const connectionFailure = /^08(?!P01)/
/** Citus: another server did not confirm the commit. */
const unconfirmed = /^could not commit transaction /

/**
 * How Citus reports that it could not open a connection, so that it sent nothing. The second line of libpq's message
 * and the refusals of a server at the start of a connection never concern an open connection.
 */
const unsent = [
  /accepting (TCP\/IP )?connections( on that socket)?\?$/,
  /^could not establish any connections to the node .* after \d+ ms$/,
  /FATAL: +the database system is (starting up|shutting down|in recovery mode|not (yet )?accepting connections)/,
  /FATAL: +(sorry, too many clients already|too many connections for |remaining connection slots are reserved)/,
]

/**
 * Whether an error of PostgreSQL, whose session still works, proves that no server has written anything.
 * `isDistributed`: whether the server may have sent the statement to another server, which commits it. The session that
 * still works is then not the one that wrote. The other session may have ended after its commit, or this server may
 * have stopped waiting for it.
 */
export function provesRollback(error: Error, isDistributed: boolean): boolean {
  const code = codeOf(error) ?? ''
  if (connectionFailure.test(code)) return unsent.some((text) => text.test(error.message))
  if (unconfirmed.test(error.message)) return false
  const isFromOther = isFromOtherServer(error)
  if (!isFromOther && !isDistributed) return true
  if (rowOrLock.test(code)) return true
  // A cancelled statement is rolled back where it runs. The server that waits for it does not know the outcome.
  return isFromOther ? code === cancelled : ranHere(error)
}

/** Whether Citus passes on an error of another server. */
export function isFromOtherServer(error: unknown): boolean {
  return contextOf(error).includes('while executing command on ')
}

/** Whether the error occurred in the body of a function that ran in this session. */
function ranHere(error: Error): boolean {
  return /\bPL\/pgSQL function \S/.test(contextOf(error))
}

function contextOf(error: unknown): string {
  return error instanceof Error && 'where' in error && typeof error.where === 'string' ? error.where : ''
}
