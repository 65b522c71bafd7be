import { createSession, listSessions, type NewSession, revokeSession } from '../access/sessions.ts'
import { withDatabase } from './with-database.ts'

/** Only the token goes to the standard output, so that a script can take it from there. */
export async function runSessionCreate(wanted: NewSession): Promise<void> {
  const session = await withDatabase((database) => createSession(database, wanted))
  console.log(session.token)
  console.error(`This token is shown only now. Session ${session.id}, until ${session.expiresAt.toISOString()}.`)
  if (session.refusedBecause) {
    console.error(`It lets nobody in for now: ${wanted.email} is ${session.refusedBecause}.`)
  }
}

export async function runSessionList(): Promise<void> {
  const sessions = await withDatabase(listSessions)
  const rows = sessions.map(({ id, state, login, email, touchpoint, createdAt, expiresAt }) => [
    id,
    state,
    login.toLowerCase(),
    email,
    touchpoint,
    createdAt.toISOString(),
    expiresAt?.toISOString() ?? 'never',
  ])
  console.log(table([['ID', 'STATE', 'LOGIN', 'E-MAIL', 'TOUCHPOINT', 'CREATED', 'EXPIRES'], ...rows]))
}

export async function runSessionRevoke(id: string): Promise<void> {
  await withDatabase((database) => revokeSession(database, id))
  console.log(`Session ${id} is revoked.`)
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()).join('\n')
}
