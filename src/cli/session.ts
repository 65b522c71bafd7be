import { styleText } from 'node:util'
import { createSession, listSessions, type NewSession, revokeSession } from '../auth/sessions.ts'
import { print } from './print.ts'
import { withDatabase } from './with-database.ts'

export interface PrintOptions {
  json?: boolean
}

/** Only the token goes to the standard output, so that a script can take it from there. */
export async function runSessionCreate(wanted: NewSession, { json = false }: PrintOptions): Promise<void> {
  const session = await withDatabase((database) => createSession(database, wanted))
  if (json) return print(json, session, '')
  console.log(session.token)
  console.error(`This token is shown only now. Session ${session.id}, until ${session.expiresAt.toISOString()}.`)
  if (session.refusedBecause) {
    console.error(`It lets nobody in for now: ${wanted.email} is ${session.refusedBecause}.`)
  }
}

export async function runSessionList({ json = false }: PrintOptions): Promise<void> {
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
  const [head = '', ...lines] = table([['ID', 'STATE', 'LOGIN', 'E-MAIL', 'TOUCHPOINT', 'CREATED', 'EXPIRES'], ...rows])
  print(json, sessions, [styleText('bold', head), ...lines.map(dimUnlessLive)].join('\n'))

  function dimUnlessLive(line: string, index: number): string {
    return sessions[index]?.state === 'live' ? line : styleText('dim', line)
  }
}

export async function runSessionRevoke(id: string, { json = false }: PrintOptions): Promise<void> {
  await withDatabase((database) => revokeSession(database, id))
  print(json, { id, state: 'revoked' }, `Session ${id} is revoked.`)
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
