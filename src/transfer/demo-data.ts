import { Touchpoint } from '../catalogue/touchpoint.entity.ts'
import { hashToken } from '../viewer/viewer.ts'
import { CaseCategory, CaseResolution, CaseStatus, CaseType, OperatorGroup } from '../catalogue/catalogue.entity.ts'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statements/statement.ts'
import type { LoginKind } from '../login-kinds.ts'
import { Person } from '../people/people.entity.ts'
import demoData from './demo-data.json' with { type: 'json' }
import { demoFiles } from './demo-cases.ts'
import identityData from './demo-data-identity.json' with { type: 'json' }
import { importFiles } from './import/import.ts'

const sessions = [demoData, identityData].flatMap(({ sessions }) => sessions)
const secrets = identityData.touchpoints.flatMap(({ secrets }) => secrets)

/** The SHA-256 in hexadecimal of the tokens and secrets of the demonstration data, which everyone knows. */
export const publicHashes: ReadonlySet<string> = new Set(
  [...sessions.map(({ token }) => token), ...secrets].map(hashToken),
)

/** Imports the demo data into a database that has no data yet. Returns whether it did. */
export async function loadDemoData(database: Database, onStart: () => void = () => {}): Promise<boolean> {
  const [data] = await database.run(hasData)
  if (data?.found) return false
  onStart()
  await importFiles(database, [...demoFiles(Date.now()), identityData])
  return true
}

// The tables that do not refer to others.
const independent = [Touchpoint, CaseCategory, CaseType, CaseStatus, CaseResolution, OperatorGroup, Person].map(
  ({ tableName }) => `exists (select from ${tableName})`,
)
const hasData = statement(`select ${independent.join(' or ')} as found`, { found: 'boolean' })

interface DemoSession {
  touchpoint: string
  token: string
}

const liveSession = statement(
  `select from live_sessions where token_hash = decode($1::text, 'hex') and touchpoint_code = $2::text`,
)

/** The first public session of a login kind, if it is valid. */
export async function findDemoSession(database: Database, kind: LoginKind): Promise<DemoSession | undefined> {
  const { token, touchpointCode: touchpoint } = sessions.find(({ login }) => login === kind)!
  const found = await database.run(liveSession, [hashToken(token), touchpoint])
  return found.length > 0 ? { touchpoint, token } : undefined
}
