import { commandName } from '../command-name.ts'
import { statement } from '../database/statement.ts'
import { type CheckContext, type CheckResult, warning } from './check-result.ts'

// An empty database has not been set up yet, which is not a mistake.
const admins = statement(
  `
select exists (select from persons) and not exists (
  select from persons where kind = 'ADMIN' and active and not blocked
) as missing`,
  { missing: 'boolean' },
)

/** Warns if nobody can configure the service over the API. */
export async function checkAdmins({ database }: CheckContext): Promise<CheckResult[]> {
  const [found] = await database.run(admins)
  if (!found!.missing) return []
  const advice = `Create one: ${commandName} person create --login admin --email ada@example.com --firstname Ada`
  return [warning('admins', 'There is no active admin, so nobody can configure the service over the API.', advice)]
}
