import demoData from './demo-data.json' with { type: 'json' }
import type { Database } from '../database/database.ts'
import { hashToken } from '../auth/viewer.ts'
import { importData } from './import.ts'
import { statement } from '../database/statement.ts'

const isEmpty = statement<{ empty: boolean }>(`
  select not exists (select from touchpoints)
    and not exists (select from case_categories)
    and not exists (select from case_types)
    and not exists (select from case_statuses)
    and not exists (select from case_resolutions)
    and not exists (select from operator_groups)
    and not exists (select from persons)
    and not exists (select from cases) as empty
`)

/** Loads the demonstration data where nobody has put any data yet; tells whether it did. */
export async function loadDemoData(database: Database): Promise<boolean> {
  const [row] = await database.run(isEmpty)
  if (row!.empty) await importData(database, demoData)
  return row!.empty
}

const isLive = statement<{ live: boolean }>(`
  select exists (select from live_sessions where token_hash = decode($1::text, 'hex') and touchpoint_code = $2::text) as live
`)

/** The sessions that everybody may try the demonstration data with, as far as the database has them. */
export async function findDemoSessions(
  database: Database,
): Promise<{ operator?: DemoSession; consumer?: DemoSession }> {
  const [operator, consumer] = await Promise.all([findSession(database, 'OPERATOR'), findSession(database, 'CONSUMER')])
  return { ...(operator && { operator }), ...(consumer && { consumer }) }
}

interface DemoSession {
  touchpoint: string
  token: string
}

async function findSession(database: Database, kind: string): Promise<DemoSession | undefined> {
  const { token, touchpointCode: touchpoint } = demoData.sessions.find(({ login }) => login === kind)!
  const [row] = await database.run(isLive, [hashToken(token), touchpoint])
  return row!.live ? { touchpoint, token } : undefined
}
