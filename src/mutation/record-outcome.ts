import type { RequestContext, Services } from '../context.ts'
import type { Problem } from '../errors/problems.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Batched } from '../database/statements/batched.ts'
import { statement } from '../database/statements/statement.ts'

/**
 * Records the outcome of a mutation that has ended and is committed: the code of its first problem, in the telemetry. Without problems, it
 * marks the session, so that replicas that have not replayed what was written are not read.
 */
export async function recordOutcome<Result extends { problems: Problem<string>[] } | { viewer: object }>(
  { telemetry, services, credentials }: RequestContext,
  { dryRun }: { dryRun?: boolean | null | undefined },
  result: Result,
): Promise<Result> {
  if ('problems' in result) telemetry.outcome ??= result.problems[0]?.code
  else if (services.replicas && credentials && !dryRun) await markSession(services, credentials.tokenHash)
  return result
}

// Two statements that lock sessions in different orders would deadlock.
const markSessions = statement(`
with locked as (
  select token_hash from sessions
  where token_hash = any(array(select decode(hash, 'hex') from unnest($1::text[]) hash))
  order by token_hash
  for no key update
)
update sessions s set last_write = gen_random_uuid()
from locked
where s.token_hash = locked.token_hash`)

const sessionMarks: Batched<string, object> = {
  async run(db, hashes) {
    await db.run(markSessions, [[...new Set(hashes)]])
    return []
  },
}

const attempts = 10
const pauseMs = 100

/**
 * Marks a session that has changed something, after the change is committed and before it is answered. A replica that has
 * replayed the mark has replayed the change. Repeats the mark for a second if it fails. Never rejects, because the change
 * is written.
 */
export async function markSession({ database, log }: Services, tokenHash: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await database.load(sessionMarks, tokenHash)
      return
    } catch (err) {
      if (attempt === attempts) return log.warn({ err }, 'A session may not see its last change on replicas.')
      await sleep(pauseMs)
    }
  }
}
