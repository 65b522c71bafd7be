import type { FilterQuery, InferEntity } from '@mikro-orm/core'
import { raw } from '@mikro-orm/postgresql'
import { Session } from '../auth/sessions/session.entity.ts'
import { commandName } from '../settings/command-name.ts'
import { publicHashes } from '../transfer/demo-data.ts'
import { type CheckContext, type CheckResult, warning } from './check-result.ts'

type SessionFilter = FilterQuery<InferEntity<typeof Session>>

/** Finds live sessions that everyone can use or that never expire. */
export async function checkSessions({ database }: CheckContext): Promise<CheckResult[]> {
  const endsAfter = (time: string): SessionFilter => ({
    $or: [{ expiresAt: null }, { expiresAt: { $gt: raw(time) } }],
  })
  const valid: SessionFilter = { revokedAt: null, person: { active: true, blocked: false } }
  const live: SessionFilter = { $and: [valid, endsAfter('now()')] }
  const filters: Record<string, SessionFilter> = {
    'with a public token of the demonstration data': {
      tokenHash: Array.from(publicHashes, (hash) => Buffer.from(hash, 'hex')),
    },
    'without expiry': endsAfter(`now() + interval '11 years'`),
  }
  const problems: CheckResult[] = []
  for (const [kind, filter] of Object.entries(filters)) {
    const options = { fields: ['id'], orderBy: { id: 'asc' }, limit: 3 } as const
    const [examples, number] = await database.orm.em.fork().findAndCount(Session, { $and: [live, filter] }, options)
    if (number === 0) continue
    const ids = examples.map(({ id }) => id).join(', ')
    const message = `${number} live session${number === 1 ? '' : 's'} ${kind}, such as ${ids}.`
    problems.push(warning('sessions', message, `Revoke those that you do not need: ${commandName} session revoke ID`))
  }
  return problems
}
