import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckedRequest } from '../../bench/load/load.ts'
import { createSession } from '../../src/auth/sessions/sessions.ts'
import type { Database } from '../../src/database/database.ts'
import { statement } from '../../src/database/statement.ts'
import { attempt } from '../attempt.ts'
import { Client } from '../client.ts'

type Headers = Record<string, string>

const addPerson = statement(`insert into persons (kind, email, email_key, firstname, active, blocked)
   values ('ADMIN', $1::text, $1::text, 'Ada', true, false)`)

/** Creates an admin with a session, and returns the headers of the requests. */
export async function addAdmin(database: Database, touchpoint: string, email: string): Promise<Headers> {
  await database.run(addPerson, [email])
  const { token } = await createSession(database, { touchpoint, login: 'ADMIN', email })
  return { 'Service-Touchpoint': touchpoint, 'Service-Token': token }
}

interface ConfigureResult {
  changes?: { kind: string; version: number }[]
  problems?: { message: string; path: string[] }[]
}

export interface Answer<Data> {
  data?: Data | null
  errors?: { message: string; extensions: { code: string; path?: string[]; currentVersion?: number } }[]
}

const configureDocument = `
mutation ($input: ConfigureInput!) {
  configure(input: $input) {
    ... on ConfigurePayload { changes { kind version } }
    ... on ConfigureError { problems { message path } }
  }
}`

/** Sends a document, and returns its answer. Throws if there is none. */
export async function execute<Data>(
  client: Client,
  headers: Headers,
  query: string,
  variables = {},
): Promise<Answer<Data>> {
  let answer: Answer<Data> | undefined
  const { request } = attempt({ method: 'POST', path: '/graphql', headers, body: { query, variables } })
  const checked: CheckedRequest = {
    ...request,
    check(status, body) {
      if (status !== 200) return 'wrong status'
      answer = JSON.parse(body.toString()) as Answer<Data>
      return null
    },
  }
  const { outcome, violation } = await client.send(checked)
  if (!answer) throw new Error(`There is no answer: ${violation ?? outcome}`)
  return answer
}

/**
 * Returns the version of each item, or null if nothing was written: an item has another version, or the service was
 * unavailable. Throws for any other answer.
 */
export async function tryToConfigure(client: Client, headers: Headers, input: object): Promise<number[] | null> {
  const { data, errors } = await execute<{ configure: ConfigureResult }>(client, headers, configureDocument, { input })
  const changes = data?.configure?.changes
  if (changes) return changes.map(({ version }) => version)
  const code = errors?.[0]?.extensions.code
  if (code === 'PRECONDITION_FAILED' || code === 'UNAVAILABLE') return null
  throw new Error(`The configuration was not changed: ${JSON.stringify(data?.configure?.problems ?? errors)}`)
}

/** Changes the configuration, and tries again while the service is unavailable. The input has no versions. */
export async function configure(client: Client, headers: Headers, input: object): Promise<void> {
  while (!(await tryToConfigure(client, headers, input))) await sleep(100)
}
