import { beforeAll, describe, expect, test } from 'vitest'
import { carla, type Credentials, odette, olga, omar, paula, pedro } from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
import { useSharedServer } from '../../support/server/server.ts'

const server = useSharedServer()

const callers = { olga, odette, omar, paula, pedro, carla }
type Caller = keyof typeof callers
const everyone = Object.keys(callers) as Caller[]

const document = `query ($id: ID!) { node(id: $id) {
  __typename id
  ... on Case { status }
  ... on CaseComment { text author { id email } }
  ... on CaseEvent { sequence actor { id } }
  ... on Person { firstname email login }
  ... on OperatorGroup { name }
} }`

const read = (id: string, caller: Credentials) => graphql<{ node: object | null }>(server.url, document, { id }, caller)
const ids = new Map<string, string>()

async function idOf(table: string, column: string, value: string): Promise<string> {
  const [row] = await sql<{ id: string }>(server.database, `select id::text from ${table} where ${column} = $1`, [
    value,
  ])
  return row?.id ?? ''
}

/** Version 1 has comments 1 (internal) and 2, version 2 only an internal comment. Paula's case, which Olga may change. */
beforeAll(async () => {
  const comments = [
    { text: 'Secret.', authorEmail: 'olga@example.com', internal: true },
    { text: 'Open.', authorEmail: 'olga@example.com' },
  ]
  const id = `${await server.addCase({ typeCode: 'CHANGE_REQUEST', categoryCode: 'ACCOUNT', caseData: { confirmed: true }, comments })}`
  await graphqlData(
    server.url,
    `mutation ($id: ID!) { updateCase(input: { caseInstanceId: $id, categoryCode: "ACCOUNT", typeCode: "CHANGE_REQUEST",
      comments: [{ text: "Secret too.", internal: true }] }) { __typename } }`,
    { id },
  )
  ids.set('case', id)
  ids.set('internal comment', `comment:${id}:1:1`)
  ids.set('comment', `comment:${id}:1:2`)
  ids.set('event', `event:${id}:1`)
  ids.set('internal event', `event:${id}:2`)
  for (const name of ['olga', 'oona', 'otto', 'paula', 'pedro', 'carla']) {
    ids.set(name, `person:${await idOf('persons', 'email', `${name}@example.com`)}`)
  }
  ids.set('group', `group:${await idOf('operator_groups', 'name', 'Billing team')}`)
  ids.set('inactive group', `group:${await idOf('operator_groups', 'name', 'Telex desk')}`)
})

const operators: Caller[] = ['olga', 'odette', 'omar']
const person = (name: string, email: string) => ({ __typename: 'Person', firstname: name, email })

/** Which callers get an object, and what they get. All others get null. */
const visible: [name: string, seenBy: Caller[], node: object][] = [
  ['case', ['olga', 'paula'], { __typename: 'Case', status: 'Open' }],
  ['comment', ['olga', 'paula'], { __typename: 'CaseComment', text: 'Open.' }],
  ['internal comment', ['olga'], { __typename: 'CaseComment', text: 'Secret.' }],
  ['event', ['olga', 'paula'], { __typename: 'CaseEvent', sequence: 1, actor: null }],
  ['internal event', ['olga'], { __typename: 'CaseEvent', sequence: 2 }],
  ['olga', operators, person('Olga', 'olga@example.com')],
  ['oona', operators, person('Oona', 'oona@example.com')],
  ['otto', [], {}],
  ['paula', ['paula'], person('Paula', 'paula@example.com')],
  ['pedro', ['pedro'], person('Pedro', 'pedro@example.com')],
  ['carla', ['carla'], person('Carla', 'carla@example.com')],
  ['group', operators, { __typename: 'OperatorGroup', name: 'Billing team' }],
  ['inactive group', [], {}],
]

describe('node', () => {
  test.each(visible)('returns the object "%s" to %j', async (name, seenBy, expected) => {
    const id = ids.get(name) ?? ''
    for (const caller of seenBy) {
      expect(await read(id, callers[caller]), caller).toMatchObject({ data: { node: { ...expected, id } } })
    }
    for (const caller of everyone.filter((each) => !seenBy.includes(each))) {
      expect(await read(id, callers[caller]), caller).toEqual({ data: { node: null } })
    }
  })

  test('shows a party the author of a comment without the address', async () => {
    const { data } = await read(ids.get('comment') ?? '', paula)
    expect(data).toMatchObject({ node: { author: { id: ids.get('olga'), email: null } } })
  })

  test('returns null for an ID that does not exist or is not valid', async () => {
    const id = ids.get('case') ?? ''
    const cases = ['', '0', '01', 'x', `${id} `, '9007199254740993', `case:${id}`, 'constructor:1']
    const missing = ['', ':1', ':1:3', ':1:32768', ':2147483647:1', ':9007199254740991:1', ':9007199254740993:1']
    const comments = [...missing, ':01:2', ':1:2:1', ':1:2 ', ':1:-2'].map((rest) => `comment:${id}${rest}`)
    const events = ['', ':3', ':1:1', ':2147483647', ':0', ':99999999999999999'].map((rest) => `event:${id}${rest}`)
    const others = ['0', '9007199254740991', '1:1', 'x', ''].flatMap((rest) => [`person:${rest}`, `group:${rest}`])
    for (const wrong of [...cases, ...comments, ...events, ...others, 'comment:9:1:1', `Comment:${id}:1:2`]) {
      for (const caller of [olga, paula]) expect(await read(wrong, caller), wrong).toEqual({ data: { node: null } })
    }
  })

  test('accepts the ID of every object that a case shows to an operator, if the operator may see it', async () => {
    const all = `query ($id: ID!) { case(id: $id) { id comments { nodes { id author { id } } } history { nodes { id } } } }`
    const { case: found } = await graphqlData<{ case: ShownCase }>(server.url, all, { id: ids.get('case') })
    const shown = [
      found.id,
      ...found.comments.nodes.flatMap(({ id, author }) => [id, author.id]),
      ...found.history.nodes.map(({ id }) => id),
    ]
    expect(shown).toHaveLength(9)
    expect(new Set(shown).size).toBe(7)
    for (const id of shown) expect((await read(id, olga)).data).toMatchObject({ node: { id } })
  })
})

interface ShownCase {
  id: string
  comments: { nodes: { id: string; author: { id: string } }[] }
  history: { nodes: { id: string }[] }
}
