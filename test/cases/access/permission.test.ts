import { expect, test } from 'vitest'
import {
  type Credentials,
  carla,
  credentialHeaders,
  odette,
  olga,
  omar,
  omarAtPartner,
  paula,
  pedro,
} from '../../support/requests/credentials.ts'
import { describeFaces, failure, invalidId } from '../../support/requests/faces.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { problemOf, sendRaw } from '../../support/requests/http.ts'
import { type CaseValues, useServer } from '../../support/server/server.ts'

const at = (touchpoint: string, token: string): Credentials => ({ touchpoint, token })
const vera = at('desk', 'vera')
const wim = at('desk', 'wim')
const wimAtHub = at('hub', 'wim at hub')
const pedroAtHub = at('hub', 'pedro at hub')
const carlaAtHub = at('hub', 'carla at hub')
const paulaAsOperator = at('desk', 'paula as operator')
const olgaAsParty = at('web', 'olga as party')

const server = useServer({
  data: {
    touchpoints: [
      {
        code: 'hub',
        name: 'Hub',
        allTypeCategories: true,
        typeCategories: [
          { typeCode: 'REFUND', categoryCode: 'BILLING', modifyCases: true },
          { typeCode: 'QUESTION', categoryCode: 'ACCOUNT' },
        ],
      },
    ],
    typeCategories: [{ typeCode: 'REFUND', categoryCode: 'ACCOUNT' }],
    operators: [
      { email: 'vera@example.com', firstname: 'Vera' },
      { email: 'wim@example.com', firstname: 'Wim' },
      { email: 'paula@example.com', firstname: 'Paula, an operator too' },
    ],
    operatorGroups: [
      { name: 'Night shift', active: false, typeCodes: ['REFUND'], memberEmails: ['vera@example.com'] },
      { name: 'Watchers', memberEmails: ['wim@example.com'] },
    ],
    parties: [{ email: 'olga@example.com', firstname: 'Olga, a party too' }],
    sessions: [
      { token: vera.token, touchpointCode: 'desk', login: 'OPERATOR', email: 'vera@example.com' },
      { token: wim.token, touchpointCode: 'desk', login: 'OPERATOR', email: 'wim@example.com' },
      { token: wimAtHub.token, touchpointCode: 'hub', login: 'OPERATOR', email: 'wim@example.com' },
      { token: paulaAsOperator.token, touchpointCode: 'desk', login: 'OPERATOR', email: 'paula@example.com' },
      { token: pedroAtHub.token, touchpointCode: 'hub', login: 'PARTY', email: 'pedro@example.com' },
      { token: olgaAsParty.token, touchpointCode: 'web', login: 'PARTY', email: 'olga@example.com' },
      { token: carlaAtHub.token, touchpointCode: 'hub', login: 'CONSUMER', email: 'carla@example.com' },
    ],
  },
})

const refund = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const question = { categoryCode: 'ACCOUNT', typeCode: 'QUESTION' }
const incidentData = { severity: 1, signalDbm: 0, lineDown: true }
const incident = { categoryCode: 'NETWORK', typeCode: 'INCIDENT', caseData: incidentData }

type Row = [who: string, caller: Credentials, values: Partial<CaseValues>]

const mayModify: Row[] = [
  ['an operator who is authorised for the type', omar, question],
  ['an operator who is authorised through an active group', odette, refund],
  ['an operator that the case is assigned to', omar, { ...refund, assigneeEmail: 'omar@example.com' }],
  ['an operator of the group that the case is assigned to', wim, { ...refund, groupName: 'Watchers' }],
  ['an operator at a touchpoint that may modify the type category', omarAtPartner, incident],
  ['an operator at a touchpoint that may modify the type category and look up every type category', wimAtHub, refund],
]

const mayNotModify: Row[] = [
  ['an operator who is not authorised', omar, refund],
  ['an operator who is authorised through an inactive group', vera, refund],
  ['an operator of the inactive group that the case is assigned to', vera, { ...refund, groupName: 'Night shift' }],
  ['an operator of another group', wim, { ...refund, groupName: 'Billing team' }],
  ['an operator other than the assignee', wim, { ...refund, assigneeEmail: 'omar@example.com' }],
  ['an operator at a touchpoint that may only look up the type category', wimAtHub, question],
  [
    'an operator at a touchpoint that may modify the type in another category',
    wimAtHub,
    { ...refund, categoryCode: 'ACCOUNT' },
  ],
  ['an operator at a touchpoint that may look up every type category', wim, refund],
  ["an operator with the party's address", paulaAsOperator, refund],
  ['a consumer at a touchpoint that may modify the type category', carlaAtHub, refund],
  ['a consumer', carla, refund],
]

const parties: Row[] = [
  ["the case's party", paula, refund],
  ['a party at a touchpoint that may modify the type category', pedroAtHub, { ...refund, partyEmail: null }],
]

const otherParties: Row[] = [
  ['another party', pedro, refund],
  ['a party if the case has none', paula, { ...refund, partyEmail: null }],
  ['a party at a touchpoint that may only look up the type category', pedroAtHub, question],
  ["a party with an operator's address", olgaAsParty, refund],
]

describeFaces('a case', server, (face) => {
  const resolve = ({ categoryCode = '', typeCode = '' }: Partial<CaseValues>) => ({
    categoryCode,
    typeCode,
    status: 'Resolved',
  })
  const toGroup = { groupName: 'Field engineers' }

  test.each([...mayModify, ...parties])('may be updated by %s', async (_who, caller, values) => {
    const id = await server.addCase(values)
    const outcome = await face.update({ id, ...caller, body: resolve(values) })
    expect(outcome).toMatchObject({ outcome: 'ok', case: { id, status: 'Resolved' } })
  })

  test.each([...mayNotModify, ...otherParties])('may not be updated by %s', async (_who, caller, values) => {
    const id = await server.addCase(values)
    expect(await face.update({ id, ...caller, body: resolve(values) })).toEqual(invalidId)
    expect(await server.version(id)).toBe(1)
  })

  test.each(mayModify)('may be assigned by %s', async (_who, caller, values) => {
    const id = await server.addCase(values)
    expect(await face.assign({ id, ...caller, body: toGroup })).toMatchObject({ outcome: 'ok', case: { id } })
  })

  const mayNotAssign = [...mayNotModify, ...otherParties, ...parties]
  test.each(mayNotAssign)('may not be assigned by %s', async (_who, caller, values) => {
    const id = await server.addCase(values)
    expect(await face.assign({ id, ...caller, body: toGroup })).toEqual(invalidId)
    expect(await server.version(id)).toBe(1)
  })

  test('keeps its assignment when it moves to a type category that the caller may not modify', async () => {
    const id = await server.addCase({ ...refund, groupName: 'Field engineers' })
    expect(await face.update({ id, ...odette, body: incident })).toMatchObject({ outcome: 'ok', case: { id } })
    expect(await face.update({ id, ...odette, body: incident })).toEqual(invalidId)
    const { case: moved } = await graphqlData<{ case: unknown }>(
      server.url,
      'query ($id: ID!) { case(id: $id) { typeCode assignee { email } group { name } } }',
      { id },
    )
    expect(moved).toEqual({ typeCode: 'INCIDENT', assignee: null, group: { name: 'Field engineers' } })
  })

  test('can only move to a type category that is granted to the touchpoint', async () => {
    const id = await server.addCase(incident)
    const outage = { categoryCode: 'NETWORK', typeCode: 'OUTAGE', caseData: { subscribersAffected: 1 } }
    expect(await face.update({ id, ...omarAtPartner, body: refund })).toEqual(failure(['InvalidCode', 'typeCode']))
    expect(await face.update({ id, ...omarAtPartner, body: outage })).toMatchObject({ outcome: 'ok' })
  })
})

test('a missing case and an inaccessible case get exactly the same response', async () => {
  const absent = 777_777
  const requests = [
    { method: 'PUT', path: `/api/v4/cases/${absent}`, body: JSON.stringify({ status: 'Nothing' }) },
    { method: 'PUT', path: `/api/v4/cases/${absent}/assignment`, body: '{}' },
  ]
  const document = `mutation { updateCase(input: { caseInstanceId: "${absent}" }) { __typename ... on UpdateCaseError {
    code message problems { code message path } } } }`
  const everyAnswer = async (caller: Credentials) => {
    const headers = { ...credentialHeaders(caller), 'content-type': 'application/json' }
    const answers = await Promise.all(requests.map((request) => sendRaw(server.url, { ...request, headers })))
    return [...answers.map(problemOf), await graphqlData(server.url, document, {}, caller)]
  }
  const callers = [vera, pedro, carla]
  const before = await Promise.all(callers.map(everyAnswer))
  const id = await server.addCase({ ...refund, id: absent })
  expect(id).toBe(absent)
  expect(await Promise.all(callers.map(everyAnswer))).toEqual(before)
  expect(await everyAnswer(olga)).not.toEqual(before[0])
})
