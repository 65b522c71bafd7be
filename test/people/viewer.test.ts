import { words } from '../support/words.ts'
import { expect, test } from 'vitest'
import { sql } from '../support/database/database.ts'
import {
  carla,
  type Credentials,
  odette,
  olga,
  omarAtPartner,
  paulaOnApp,
  pedroAtKiosk,
} from '../support/requests/credentials.ts'
import { graphql, graphqlData } from '../support/requests/graphql.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()

const document = `{
  viewer {
    login firstname email touchpoint { code name } groups { name }
    typeCategories { caseTypeCode caseCategoryCode }
  }
}`

type Pair = { caseTypeCode: string; caseCategoryCode: string }
async function viewer(caller: Credentials) {
  const { viewer: found } = await graphqlData<{ viewer: { groups: { name: string }[]; typeCategories: Pair[] } }>(
    server.url,
    document,
    {},
    caller,
  )
  const codes = found.typeCategories.map((each) => `${each.caseTypeCode}/${each.caseCategoryCode}`)
  return { ...found, groups: found.groups.map(({ name }) => name), typeCategories: codes.toSorted() }
}

const everyTypeCategory = words`
  CHANGE_REQUEST/ACCOUNT COMPLAINT/BILLING INCIDENT/NETWORK OUTAGE/NETWORK QUESTION/ACCOUNT QUESTION/BILLING
  REFUND/BILLING
`

test('an operator has groups, and the type categories of the touchpoint', async () => {
  expect(await viewer(olga)).toEqual({
    login: 'OPERATOR',
    firstname: 'Olga',
    email: 'olga@example.com',
    touchpoint: { code: 'desk', name: "Operators' desk" },
    groups: ['Billing team', 'Field engineers'],
    typeCategories: everyTypeCategory,
  })
  expect((await viewer(omarAtPartner)).typeCategories).toEqual(['INCIDENT/NETWORK', 'OUTAGE/NETWORK'])
})

test('a party has no groups, and the type categories that the touchpoint grants', async () => {
  expect(await viewer(paulaOnApp)).toEqual({
    login: 'PARTY',
    firstname: 'Paula',
    email: 'paula@example.com',
    touchpoint: { code: 'app', name: 'Mobile app' },
    groups: [],
    typeCategories: ['INCIDENT/NETWORK', 'QUESTION/BILLING'],
  })
  expect((await viewer(pedroAtKiosk)).typeCategories).toEqual([])
})

test('a consumer cannot open cases with any type category', async () => {
  expect(await viewer(carla)).toMatchObject({ login: 'CONSUMER', groups: [], typeCategories: [] })
})

test('an inactive group is not one of the groups', async () => {
  expect((await viewer(odette)).groups).toEqual(['Billing team'])
  await sql(server.database, `update operator_groups set active = false where name = 'Billing team'`)
  expect((await viewer(odette)).groups).toEqual([])
})

test('requires a valid session', async () => {
  const { data, errors } = await graphql(server.url, document, {}, { ...olga, token: 'unknown' })
  expect([data, errors?.[0]?.extensions?.code]).toEqual([{ viewer: null }, 'UNAUTHENTICATED'])
})

test('has an ID for each person at each touchpoint, which is no ID of a node', async () => {
  const idOf = async (caller: Credentials) =>
    (await graphqlData<{ viewer: { id: string } }>(server.url, '{ viewer { id } }', {}, caller)).viewer.id
  const ids = await Promise.all([olga, odette, omarAtPartner, paulaOnApp, carla].map(idOf))
  expect(new Set(ids).size).toBe(5)
  expect(ids[0]).toMatch(/^viewer:\d+:desk$/)
  expect(await idOf(olga)).toBe(ids[0])
  expect(await graphqlData(server.url, `{ node(id: "${ids[0]}") { id } }`, {}, olga)).toEqual({ node: null })
})
