import { randomCreation } from '../bench/load/random-input.ts'
import { startCasegate } from '../bench/servers/server-process.ts'
import { issuedSecret } from '../test/support/issuer/issue-secret.ts'
import { statement } from '../src/database/statement.ts'
import { type Attempt, attempt } from './attempt.ts'
import { checkEach, type CheckResult } from './check-result.ts'
import { Client } from './client.ts'
import type { Store } from './stores.ts'

export interface RegisterOptions {
  /** The number of addresses. */
  persons: number
  /** How many clients register the same address at once. */
  clients: number
}

const touchpoint = 'tp1'

const addRegisters = statement(`update touchpoints set registers = '{PARTY}', logins = '{PARTY}'`)

const findPersons = statement(
  `
select p.email_key, p.firstname,
  (select count(*) from sessions s where s.person_id = p.id) as sessions,
  (select count(*) from cases c where c.party_id = p.id) as cases
from persons p
where p.email_key like 'new-%@torture.example'`,
  { emailKey: 'text', firstname: 'text', sessions: 'bigint', cases: 'bigint' },
)

const firstname = 'Nora'
const login = (email: string) => ({ login: 'PARTY', email, firstname })

function creation(email: string) {
  const { caller, input } = randomCreation()
  const { comments: _, ...rest } = input
  return {
    headers: { 'service-touchpoint': caller.touchpoint, 'service-token': caller.token },
    input: { ...rest, partyEmail: email, partyFirstname: firstname },
  }
}

function overGraphql(query: string, headers: Record<string, string>, input: object): Attempt {
  return attempt({ method: 'POST', path: '/graphql', headers, body: { query, variables: { input } } })
}

/** The four ways to register a party: a session or a case, over both faces. */
const waysToRegister = (asTouchpoint: Record<string, string>) => [
  (email: string) => attempt({ method: 'POST', path: '/api/v4/sessions', headers: asTouchpoint, body: login(email) }),
  (email: string) =>
    overGraphql(
      'mutation ($input: CreateSessionInput!) { createSession(input: $input) { ... on CreateSessionPayload { token } } }',
      asTouchpoint,
      login(email),
    ),
  (email: string) => {
    const { headers, input } = creation(email)
    return attempt({ method: 'POST', path: '/api/v4/cases', headers, body: input })
  },
  (email: string) => {
    const { headers, input } = creation(email)
    return overGraphql(
      'mutation ($input: CreateCaseInput!) { createCase(input: $input) { ... on CreateCasePayload { case { id } } } }',
      headers,
      input,
    )
  },
]

/** Lets clients of two servers register the same address at once, one address after another. */
export async function register(store: Store, { persons, clients }: RegisterOptions): Promise<CheckResult[]> {
  const { secret } = await store.inspect(async (database) => {
    await database.run(addRegisters)
    return issuedSecret(database, touchpoint)
  })
  const ways = waysToRegister({ 'service-touchpoint': touchpoint, 'service-secret': secret })
  const servers = [await startCasegate(store.settings), await startCasegate(store.settings)]
  const callers = Array.from({ length: clients }, (_, number) => new Client(() => servers[number % 2]!.port))
  const replies: { isAccepted: boolean | undefined; violation: string | null }[] = []
  try {
    for (let person = 0; person < persons; person++) {
      await Promise.all(
        callers.map(async (client, number) => {
          // The first letters differ in their case.
          const email = `${number % 3 === 0 ? 'New' : 'new'}-${person}@torture.example`
          const { request, isAccepted } = ways[(number >> 1) % ways.length]!(email)
          const { violation } = await client.send(request)
          replies.push({ isAccepted: isAccepted(), violation })
        }),
      )
    }
  } finally {
    for (const client of callers) client.close()
    for (const server of servers) await server.stop()
  }
  const found = await store.inspect((database) => database.run(findPersons))
  const each = clients / 2
  return [
    checkEach(
      'every request succeeds',
      replies,
      ({ isAccepted }) => isAccepted !== true,
      ({ violation }) => violation ?? 'no response',
    ),
    {
      claim: 'each address is one person',
      checked: persons,
      violations: Math.abs(found.length - persons) + found.length - new Set(found.map(({ emailKey }) => emailKey)).size,
    },
    checkEach(
      'all sessions and cases are of this person',
      found,
      (row) => row.sessions !== each || row.cases !== each || row.firstname !== firstname,
      (row) => JSON.stringify(row),
    ),
  ]
}
