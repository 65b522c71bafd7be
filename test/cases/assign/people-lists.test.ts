import { describe, expect, test } from 'vitest'
import { type Credentials, olga, omar, paula } from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
import { pagesOfTwo } from '../../support/requests/pages.ts'
import { restClient } from '../../support/requests/rest-client.ts'
import { recordStatements } from '../../support/database/statement-recorder.ts'
import { useServer } from '../../support/server/server.ts'

const operators = ['50%@example.com', 'a_b@example.com', 'axb@example.com', 'ines@example.com']
const server = useServer({
  data: {
    operators: operators.map((email) => ({
      email,
      firstname: email.startsWith('ines') ? 'Inés Olga' : 'Max',
      typeCodes: [],
    })),
    operatorGroups: [{ name: '100% night_shift', typeCodes: [], memberEmails: [] }],
  },
})

interface Connection {
  nodes: { email?: string | null; name?: string }[]
  totalCount: number
  pageInfo: { startCursor: string | null; endCursor: string | null; hasNextPage: boolean; hasPreviousPage: boolean }
}

const parameters = '$first: Int, $after: String, $last: Int, $before: String, $search: String'
const args = 'first: $first, after: $after, last: $last, before: $before, search: $search'
const page = (fields: string) => `
  (${args}) { nodes { ${fields} } totalCount pageInfo { startCursor endCursor hasNextPage hasPreviousPage } }`

type Lists = Record<'operators' | 'groups', Connection>

const listDocument = `query (${parameters}) { operators ${page('email')} groups ${page('name')} }`
const assignableDocument = `query ($id: ID!, ${parameters}) {
  case(id: $id) { operators: assignableOperators ${page('email')} groups: assignableGroups ${page('name')} }
}`

async function list(variables: Record<string, unknown> = {}): Promise<Lists> {
  return graphqlData<Lists>(server.url, listDocument, variables)
}

async function assignable(id: string | number, variables: Record<string, unknown> = {}, caller: Credentials = olga) {
  const data = await graphqlData<{ case: Lists }>(server.url, assignableDocument, { id, ...variables }, caller)
  return data.case
}

const emailsOf = ({ operators: { nodes } }: Lists) => nodes.map(({ email }) => email!.replace('@example.com', ''))
const groupsOf = ({ groups: { nodes } }: Lists) => nodes.map(({ name }) => name)

describe('operators and groups', () => {
  test('lists the active ones in order, and counts them', async () => {
    const all = await list()
    expect(emailsOf(all)).toEqual(['50%', 'a_b', 'axb', 'ines', 'odette', 'olga', 'omar', 'oona'])
    expect(all.operators.totalCount).toBe(8)
    expect(groupsOf(all)).toEqual(['100% night_shift', 'Billing team', 'Field engineers'])
    expect(all.groups.totalCount).toBe(3)
  })

  test.each<[search: string, emails: string[], groups: string[]]>([
    ['OLGA', ['ines', 'olga'], []],
    ['lga@EX', ['olga'], []],
    ['Max', ['50%', 'a_b', 'axb'], []],
    ['0%', ['50%'], ['100% night_shift']],
    ['a_b', ['a_b'], []],
    ['T_S', [], ['100% night_shift']],
    ['BILL', [], ['Billing team']],
    ['\\', [], []],
    ['telex', [], []],
    ['otto', [], []],
    ['no\u0000body', [], []],
    ['\ud800', [], []],
  ])('are found by %j', async (search, emails, groups) => {
    const found = await list({ search })
    expect(emailsOf(found)).toEqual(emails)
    expect(groupsOf(found)).toEqual(groups)
    expect([found.operators.totalCount, found.groups.totalCount]).toEqual([emails.length, groups.length])
  })

  test('are listed a page at a time in both directions', async () => {
    for (const kind of ['operators', 'groups'] as const) {
      const itemsOf = (lists: Lists) => lists[kind].nodes.map(({ email, name }) => email ?? name)
      const all = itemsOf(await list())
      const { forward, backward } = await pagesOfTwo(async (page) => {
        const lists = await list(page)
        return { items: itemsOf(lists), pageInfo: lists[kind].pageInfo }
      })
      expect(forward).toEqual(all)
      expect(backward).toEqual(all)
    }
  })

  test.each(['x', 'MC4x', 'MA', 'MS41'])('reject the cursor %j', async (after) => {
    const { errors } = await graphql(server.url, listDocument, { after })
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['BAD_USER_INPUT', 'BAD_USER_INPUT'])
  })

  test('are empty after a cursor of nobody', async () => {
    const lists = await list({ after: Buffer.from('999999').toString('base64url') })
    expect([emailsOf(lists), groupsOf(lists)]).toEqual([[], []])
  })
})

describe('assignable operators and groups', () => {
  test('are those that assignCase accepts', async () => {
    const lists = await assignable(1001)
    expect(emailsOf(lists)).toEqual(['odette', 'olga'])
    expect(lists.operators.totalCount).toBe(2)
    expect(groupsOf(lists)).toEqual(['100% night_shift', 'Billing team', 'Field engineers'])
    expect(emailsOf(await assignable(1003))).toEqual(['odette', 'olga', 'omar'])
    expect(emailsOf(await assignable(1003, { search: 'MAR' }))).toEqual(['omar'])
    expect(emailsOf(await assignable(1003, { last: 1 }))).toEqual(['omar'])
  })

  test('are none for a party', async () => {
    const lists = await assignable(1001, {}, paula)
    expect(lists.operators).toMatchObject({ nodes: [], totalCount: 0 })
    expect(lists.groups).toMatchObject({ nodes: [], totalCount: 0 })
  })

  test('share a statement for a list of cases', async () => {
    const texts = recordStatements()
    const fields = 'assignableOperators(first: 2) { nodes { email } } assignableGroups(first: 2) { nodes { name } }'
    await graphqlData(server.url, `{ cases(first: 10) { nodes { id ${fields} } } }`, {}, omar)
    expect(texts.filter((text) => text.includes('email_part'))).toHaveLength(2)
  })

  test('do not include members of a group that is inactive', async () => {
    await sql(server.database, `update operator_groups set active = false where name = 'Billing team'`)
    expect(emailsOf(await assignable(1001))).toEqual(['olga'])
    expect(groupsOf(await assignable(1001))).toEqual(['100% night_shift', 'Field engineers'])
  })
})

describe('the open cases of operators and groups', () => {
  test('are counted on the edges, without closed ones', async () => {
    await sql(server.database, 'update cases set assignee_id = null, group_id = null')
    for (const status of ['Open', 'New', 'Closed']) {
      await server.addCase({ status, assigneeEmail: 'ines@example.com' })
      await server.addCase({ status, groupName: 'Field engineers' })
    }
    const edges = (name: string) => `{ edges { openCases node { ${name} } } }`
    interface Edges {
      edges: { openCases: number; node: { email?: string; name?: string } }[]
    }
    const { operators: people, groups } = await graphqlData<{ operators: Edges; groups: Edges }>(
      server.url,
      `{ operators(search: "in") ${edges('email')} groups(search: "i") ${edges('name')} }`,
    )
    expect(people.edges).toContainEqual({ openCases: 2, node: { email: 'ines@example.com' } })
    expect(groups.edges).toContainEqual({ openCases: 2, node: { name: 'Field engineers' } })
    expect(groups.edges.filter(({ openCases }) => openCases > 0)).toHaveLength(1)
  })
})

describe('customers', () => {
  const find = async (search: string, caller = olga) => {
    const { data, errors } = await graphql<{ customers: { email: string }[] | null }>(
      server.url,
      'query($search: String!) { customers(search: $search) { email } }',
      { search },
      caller,
    )
    return errors ? errors[0]!.extensions!['code'] : data!.customers!.map(({ email }) => email)
  }

  test('are found by a part of the first name or the address, those first that begin with it', async () => {
    await sql(
      server.database,
      `insert into persons (kind, email, email_key, firstname, active, blocked) values
        ('PARTY', 'zoe@apaul.example', 'zoe@apaul.example', 'Anna', true, false),
        ('PARTY', 'gone@example.com', 'gone@example.com', 'Paul', false, false)`,
    )
    expect(await find('PAUL')).toEqual(['paula@example.com', 'zoe@apaul.example'])
    expect(await find('anna')).toEqual(['zoe@apaul.example'])
    expect(await find('olga')).toEqual([])
  })

  test('are not found by fewer than three characters, nor by other logins', async () => {
    for (const search of ['', ' pa ', 'p\u0000u']) expect(await find(search)).toEqual([])
    expect(await find('paul', paula)).toBe('FORBIDDEN')
  })

  test('are found over REST', async () => {
    const { body } = await restClient(server).get('customers?search=paula')
    expect(JSON.parse(body)).toMatchObject({
      customers: [{ login: 'PARTY', firstname: 'Paula', email: 'paula@example.com' }],
    })
  })
})
