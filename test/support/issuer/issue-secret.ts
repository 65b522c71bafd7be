import { issueSecret } from '../../../src/auth/touchpoint-secrets/touchpoint-secrets.ts'
import type { Database } from '../../../src/database/database.ts'

/** Issues a secret of a touchpoint, as the command line does. */
export async function issuedSecret(database: Database, code: string): Promise<{ id: string; secret: string }> {
  const issued = await issueSecret(database, null, code)
  if (typeof issued === 'string') throw new Error(`No secret of ${code}: ${issued}.`)
  return { id: issued.touchpointSecret.id, secret: issued.secret }
}
