import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../support/database/database.ts'
import { ada, adminData } from '../../support/requests/configure.ts'
import { recordStatements } from '../../support/database/statement-recorder.ts'
import { carla, type Credentials, odette, olga, omar, paula } from '../../support/requests/credentials.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
import { restClient } from '../../support/requests/rest-client.ts'
import { incident, useServer } from '../../support/server/server.ts'

const server = useServer({ data: adminData })
const rest = restClient(server)

beforeEach(() => sql(server.database, 'delete from case_presences'))

interface Other {
  person: { firstname: string; email: string }
  writes: boolean
}

/** Notes the presence over one of the APIs. Returns the others, or the code of the error. */
type Note = (id: number | string, caller: Credentials, writes?: unknown) => Promise<[string, boolean][] | string>

const pairs = (others: Other[]) => others.map(({ person, writes }): [string, boolean] => [person.firstname, writes])

const overGraphql: Note = async (id, caller, writes) => {
  const query = `mutation($input: NoteCasePresenceInput!) { noteCasePresence(input: $input) {
    ... on NoteCasePresencePayload { others { person { firstname email } writes } }
    ... on NoteCasePresenceError { problems { code path } }
  } }`
  const input = { caseInstanceId: id, writes }
  const { data, errors } = await graphql<{ noteCasePresence: { others?: Other[]; problems?: { code: string }[] } }>(
    server.url,
    query,
    { input },
    caller,
  )
  if (errors) return errors[0]!.extensions!['code'] as string
  const { others, problems } = data!.noteCasePresence
  return others ? pairs(others) : problems![0]!.code
}

const overRest: Note = async (id, caller, writes) => {
  const { status, body } = await rest.send('PUT', `cases/${id}/presence`, {
    caller,
    ...(writes !== undefined && { body: { writes } }),
  })
  const answer = JSON.parse(body) as { others: Other[]; code: string }
  if (status === 200) return pairs(answer.others)
  return { forbidden: 'FORBIDDEN', malformedRequest: 'BAD_USER_INPUT' }[answer.code] ?? answer.code
}

async function presenceOf(id: number | string, caller = olga) {
  const query = `query { case(id: "${id}") { presence { person { firstname email } writes } } }`
  const data = await graphqlData<{ case: { presence: Other[] } | null }>(server.url, query, {}, caller)
  return data.case && pairs(data.case.presence)
}

describe.each([
  ['GraphQL', overGraphql],
  ['REST', overRest],
])('noting a presence over %s', (_name, note) => {
  test('returns the other operators who look at the case, by first name', async () => {
    const id = await server.addCase()
    expect(await note(id, odette)).toEqual([])
    expect(await note(id, olga, true)).toEqual([['Odette', false]])
    expect(await note(id, odette, true)).toEqual([['Olga', true]])
    expect(await note(id, olga)).toEqual([['Odette', true]])
    expect(await presenceOf(id)).toEqual([['Odette', true]])
    expect(await presenceOf(id, paula)).toEqual([])
    expect(await presenceOf(await server.addCase())).toEqual([])
  })

  test('is forgotten after 15 seconds', async () => {
    const id = await server.addCase()
    await note(id, odette)
    await sql(server.database, `update case_presences set noted_at = noted_at - interval '16 seconds'`)
    expect(await note(id, olga)).toEqual([])
    expect(await presenceOf(id)).toEqual([])
  })

  test('refuses what is not a case of the caller, and notes nothing', async () => {
    const id = await server.addCase()
    for (const wrong of ['x', 9_999_999]) expect(await note(wrong, olga)).toBe('invalidId')
    const others = await server.addCase({ ...incident })
    expect(await note(others, omar)).toBe('invalidId')
    for (const caller of [paula, carla, ada]) expect(await note(id, caller)).toBe('FORBIDDEN')
    expect(await presenceOf(id)).toEqual([])
    const rows = await sql(server.database, 'select from case_presences where case_id = any($1::bigint[])', [
      [id, others],
    ])
    expect(rows).toEqual([])
  })

  test.each(['yes', 1])('refuses writes: %j', async (writes) => {
    expect(await note(await server.addCase(), olga, writes)).toBe('BAD_USER_INPUT')
  })

  test('takes one statement', async () => {
    const id = await server.addCase()
    await note(id, odette)
    const statements = recordStatements()
    await note(id, olga)
    expect(statements).toHaveLength(1)
  })

  test('holds for at most 20 cases of an operator', async () => {
    const ids = await Promise.all(Array.from({ length: 22 }, () => server.addCase()))
    for (const id of ids) await note(id, odette)
    const shown = await Promise.all(ids.map((id) => presenceOf(id)))
    expect(shown.filter((each) => each!.length > 0)).toHaveLength(20)
    expect(await note(ids[0]!, odette, true)).toEqual([])
    expect(await presenceOf(ids[0]!)).toEqual([['Odette', true]])
  })
})

test('follows the rule of permissions, also for a group, an assignment and a grant of the touchpoint', async () => {
  const types = [
    {},
    incident,
    { ...incident, groupName: 'Billing team' },
    { ...incident, assigneeEmail: 'odette@example.com' },
  ]
  const ids = await Promise.all(types.map((values) => server.addCase(values)))
  for (const caller of [olga, omar, odette]) {
    for (const id of ids) {
      const isSeen = (await presenceOf(id, caller)) !== null
      expect([id, (await overGraphql(id, caller)) !== 'invalidId']).toEqual([id, isSeen])
    }
  }
})
