import { hashToken } from '../auth/viewer.ts'
import demoData from '../transfer/demo-data.json' with { type: 'json' }
import { commandName } from '../command-name.ts'
import { type CheckResult, ok, warning } from './check-result.ts'
import { type Queryable, statement } from '../database/statement.ts'

const publicTokens = demoData.sessions.map(({ token }) => hashToken(token))

interface LiveSessions {
  live: number
  endless: number
  endlessIds: string[]
  known: number
  knownIds: string[]
}

const liveSessions = statement<LiveSessions>(`
  with live as (
    select s.id, s.expires_at is null or s.expires_at > now() + interval '11 years' as endless,
      encode(s.token_hash, 'hex') = any($1::text[]) as known
    from sessions s join persons p on p.id = s.person_id
    where s.revoked_at is null and (s.expires_at is null or s.expires_at > now()) and p.active and not p.blocked
  )
  select count(*) as live,
    count(*) filter (where endless) as endless,
    to_json(array(select id from live where endless order by id limit 3)) as "endlessIds",
    count(*) filter (where known) as known,
    to_json(array(select id from live where known order by id limit 3)) as "knownIds"
  from live
`)

export async function checkSessions(database: Queryable): Promise<CheckResult[]> {
  const [row] = await database.run(liveSessions, [publicTokens])
  const { live, endless, endlessIds, known, knownIds } = row!
  const advice = `Revoke what is not needed: ${commandName} session revoke ID`
  const findings: CheckResult[] = []
  if (known > 0) {
    const message = `${count(known, 'live session')} with a public token of the demonstration data, ${some(knownIds)}.`
    findings.push(warning('sessions', message, advice))
  }
  if (endless > 0) {
    const message = `${count(endless, 'live session')} without an end, ${some(endlessIds)}.`
    findings.push(warning('sessions', message, advice))
  }
  return findings.length > 0 ? findings : [ok('sessions', `${count(live, 'live session')}, and each ends by itself.`)]
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function some(ids: readonly string[]): string {
  return `such as ${ids.join(', ')}`
}
