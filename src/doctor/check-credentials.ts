import { maximumSecrets } from '../auth/touchpoint-secrets/touchpoint-secrets.ts'
import { commandName } from '../settings/command-name.ts'
import { typed } from '../database/columns.ts'
import { statement } from '../database/statement.ts'
import type { LoginKind } from '../people/people.entity.ts'
import { publicHashes } from '../transfer/demo-data.ts'
import { type CheckContext, type CheckResult, warning } from './check-result.ts'

interface ValidSecret {
  id: string
  /** The SHA-256 in hexadecimal. */
  hash: string
  /** Older than a year. */
  old: boolean
}

const touchpointsWithSecrets = statement(
  `
select t.code, array_to_json(t.logins) as logins, coalesce((
    select json_agg(json_build_object(
      'id', s.id, 'hash', encode(s.secret_hash, 'hex'), 'old', s.created_at < now() - interval '1 year') order by s.id)
    from touchpoint_secrets s
    where s.touchpoint_code = t.code and s.revoked_at is null
  ), '[]') as secrets
from touchpoints t
order by t.code collate "C"`,
  { code: 'text', logins: typed<LoginKind[]>('json'), secrets: typed<ValidSecret[]>('json') },
)

const liveSessions = statement(
  `
select k.kind, count(*) as number, array_to_json((array_agg(s.id order by s.id))[1:3]) as examples
from live_sessions v
join sessions s on s.token_hash = v.token_hash
cross join lateral (values
  ('with a public token of the demonstration data',
    s.token_hash = any(array(select decode(hash, 'hex') from unnest($1::text[]) hash))),
  ('without expiry', coalesce(s.expires_at > now() + interval '11 years', true))
) as k (kind, applies)
where k.applies
group by k.kind
order by k.kind collate "C"`,
  { kind: 'text', number: 'bigint', examples: typed<string[]>('json') },
)

/** Finds live sessions that everyone can use or that never expire. */
export async function checkSessions({ database }: CheckContext): Promise<CheckResult[]> {
  const found = await database.run(liveSessions, [[...publicHashes]])
  return found.map(({ kind, number, examples }) => {
    const message = `${number} live session${number === 1 ? '' : 's'} ${kind}, such as ${examples.join(', ')}.`
    return warning('sessions', message, `Revoke those that you do not need: ${commandName} session revoke ID`)
  })
}

/** Finds secrets that are old or public, and touchpoints whose secrets can do too much or nothing. */
export async function checkTouchpoints({ database }: CheckContext): Promise<CheckResult[]> {
  const touchpoints = await database.run(touchpointsWithSecrets)
  return touchpoints.flatMap(({ code, logins, secrets }) => {
    const name = `The touchpoint ${JSON.stringify(code)}`
    return [
      ...secrets.flatMap((secret) => secretProblems(name, code, secret)),
      ...loginProblems(name, code, logins, secrets),
    ]
  })
}

function secretProblems(name: string, code: string, { id, hash, old }: ValidSecret): CheckResult[] {
  const replace = `Replace it: ${commandName} touchpoint secret create ${code}, then ${commandName} touchpoint secret revoke ${id}`
  if (publicHashes.has(hash)) return [problem(`${name} has a public secret of the demonstration data, ${id}.`, replace)]
  return old ? [problem(`${name} has a secret that is older than a year, ${id}.`, replace)] : []
}

function loginProblems(name: string, code: string, logins: LoginKind[], secrets: ValidSecret[]): CheckResult[] {
  const problems: CheckResult[] = []
  const kinds = logins.map((kind) => kind.toLowerCase()).join(', ')
  if (logins.length > 0 && secrets.length === 0) {
    const create = `Create one: ${commandName} touchpoint secret create ${code}`
    problems.push(problem(`${name} has login kinds (${kinds}), but has no valid secret.`, create))
  }
  if (logins.length === 0 && secrets.length > 0) {
    const advice = `Set its login kinds, as in: ${commandName} touchpoint set ${code} --logins party. Or revoke its secrets.`
    problems.push(problem(`${name} has a valid secret, but no login kinds.`, advice))
  }
  if (logins.some(isStaff) && logins.some((kind) => !isStaff(kind))) {
    const advice = 'Use separate touchpoints: a stolen secret of a web site must not log in operators or admins.'
    problems.push(problem(`${name} creates sessions for customers and staff (${kinds}).`, advice))
  }
  if (secrets.length > maximumSecrets) {
    const advice = `Revoke those that you do not need: ${commandName} touchpoint secret list ${code}`
    problems.push(problem(`${name} has ${secrets.length} valid secrets, more than ${maximumSecrets}.`, advice))
  }
  return problems
}

const isStaff = (kind: LoginKind) => kind === 'OPERATOR' || kind === 'ADMIN'

const problem = (message: string, advice: string) => warning('touchpoints', message, advice)
