import { words } from '../support/words.ts'
import { describe, expect, test } from 'vitest'
import { emptyDatabase } from '../support/database/database.ts'
import {
  carla,
  type Credentials,
  olga,
  paula,
  paulaOnApp,
  pedro,
  pedroAtKiosk,
} from '../support/requests/credentials.ts'
import type { LookupOutcome, LookupRecord, LookupRequest } from '../support/requests/face.ts'
import { describeFaces, refused } from '../support/requests/faces.ts'
import { graphqlData } from '../support/requests/graphql.ts'
import { useServer } from '../support/server/server.ts'

const atEverything: Credentials = { token: 'test-everything', touchpoint: 'everything' }
const atEdges: Credentials = { token: 'test-edges', touchpoint: 'edges' }
const system = { typeCode: 'MAINTENANCE', categoryCode: 'SYSTEM', modifyCases: true }
const server = useServer({
  data: {
    touchpoints: [
      { code: 'everything', name: 'Everything', allTypeCategories: true, typeCategories: [system] },
      {
        code: 'edges',
        name: 'Grants of inactive type categories',
        typeCategories: [
          system,
          { typeCode: 'COMPLAINT', categoryCode: 'NETWORK' },
          { typeCode: 'FAX', categoryCode: 'ACCOUNT' },
          { typeCode: 'QUESTION', categoryCode: 'TELEX' },
          { typeCode: 'OUTAGE', categoryCode: 'NETWORK' },
        ],
      },
    ],
    sessions: [
      { token: atEverything.token, touchpointCode: 'everything', login: 'PARTY', email: 'paula@example.com' },
      { token: atEdges.token, touchpointCode: 'edges', login: 'CONSUMER', email: 'carla@example.com' },
    ],
  },
})

function codesOf(outcome: LookupOutcome): string[] {
  expect(outcome).toMatchObject({ outcome: 'ok' })
  const records = outcome.outcome === 'ok' ? outcome.records : []
  return records.map(({ caseCategoryCode, caseTypeCode }) => `${caseCategoryCode}/${caseTypeCode}`)
}

const web = words`
  ACCOUNT/CHANGE_REQUEST ACCOUNT/QUESTION BILLING/COMPLAINT BILLING/QUESTION BILLING/REFUND NETWORK/INCIDENT
`
const app = ['BILLING/QUESTION', 'NETWORK/INCIDENT']
// The name of the type OUTAGE is "Area outage", which sorts before "Incident".
const everything = [...web.slice(0, 5), 'NETWORK/OUTAGE', 'NETWORK/INCIDENT']

describeFaces('the lookup', server, (face) => {
  test.each<[string, Credentials, string[]]>([
    ['a party on the web', paula, web],
    ['another party on the web', pedro, web],
    ['a consumer on the web', carla, web],
    ['a party in the app', paulaOnApp, app],
    ['a party at a kiosk with no grants', pedroAtKiosk, []],
    ['a party where every type category is granted, including a system category', atEverything, everything],
    ['a consumer where inactive types, categories and type categories are granted', atEdges, ['NETWORK/OUTAGE']],
  ])('returns to %s the active type categories that are granted to the touchpoint', async (_who, caller, expected) => {
    expect(codesOf(await face.lookup(caller))).toEqual(expected)
  })

  test('returns the codes, names and default answer of each type category', async () => {
    const incident: LookupRecord = {
      caseTypeCode: 'INCIDENT',
      caseTypeName: 'Incident',
      caseCategoryCode: 'NETWORK',
      caseCategoryName: 'Network and devices',
      defaultAnswer: 'Please restart the router and wait five minutes before you write to us.',
    }
    const changeRequest: LookupRecord = {
      caseTypeCode: 'CHANGE_REQUEST',
      caseTypeName: 'Change request',
      caseCategoryCode: 'ACCOUNT',
      caseCategoryName: 'Account and contract',
      defaultAnswer: null,
    }
    expect(await face.lookup({ caseTypeCode: 'INCIDENT' })).toEqual({ outcome: 'ok', records: [incident] })
    expect(await face.lookup({ caseTypeCode: 'CHANGE_REQUEST' })).toEqual({ outcome: 'ok', records: [changeRequest] })
  })

  test.each<[LookupRequest, string[]]>([
    [{ visibility: 'all' }, web],
    [{ visibility: 'app' }, ['ACCOUNT/QUESTION', 'BILLING/QUESTION', 'BILLING/REFUND', 'NETWORK/INCIDENT']],
    [{ caseTypeCode: 'QUESTION' }, ['ACCOUNT/QUESTION', 'BILLING/QUESTION']],
    [{ caseCategoryCode: 'BILLING' }, ['BILLING/COMPLAINT', 'BILLING/QUESTION', 'BILLING/REFUND']],
    [{ caseCategoryCode: 'BILLING', visibility: 'app' }, ['BILLING/QUESTION', 'BILLING/REFUND']],
    [{ caseTypeCode: 'QUESTION', caseCategoryCode: 'ACCOUNT' }, ['ACCOUNT/QUESTION']],
    [{ caseTypeCode: 'COMPLAINT', caseCategoryCode: 'BILLING', visibility: 'app' }, []],
    [{ caseTypeCode: 'REFUND', caseCategoryCode: 'ACCOUNT' }, []],
    [{ caseTypeCode: 'UNKNOWN' }, []],
    [{ caseCategoryCode: 'UNKNOWN' }, []],
    [{ caseTypeCode: 'question' }, []],
    [{ caseTypeCode: 'QUESTION ' }, []],
    [{ caseTypeCode: '' }, []],
    [{ caseCategoryCode: '' }, []],
    [{ caseCategoryCode: '', caseTypeCode: 'QUESTION' }, []],
    [{ caseCategoryCode: 'SYSTEM' }, []],
    [{ caseCategoryCode: 'SYSTEM', ...atEverything }, []],
    [{ caseCategoryCode: 'TELEX' }, []],
    [{ caseTypeCode: 'OUTAGE' }, []],
    [{ caseTypeCode: 'constructor' }, []],
  ])('%j returns exactly the matching type categories', async (request, expected) => {
    expect(codesOf(await face.lookup(request))).toEqual(expected)
  })

  test.each<[string, LookupRequest, string]>([
    ['an operator', olga, 'forbidden'],
    ['an operator with a filter that matches nothing', { ...olga, caseTypeCode: '' }, 'forbidden'],
    ['an unknown token', { token: 'x' }, 'unauthenticated'],
    ["a touchpoint that is not the session's", { touchpoint: 'app' }, 'unauthenticated'],
  ])('is rejected for %s', async (_who, request, code) => expect(await face.lookup(request)).toEqual(refused(code)))

  test('returns to each of many concurrent callers their own type categories', async () => {
    const expected = [
      { caller: paula, answer: web },
      { caller: paulaOnApp, answer: app },
      { caller: atEverything, answer: everything },
      { caller: pedroAtKiosk, answer: [] },
      { caller: olga, answer: 'forbidden' },
      { caller: { ...paula, token: 'x' }, answer: 'unauthenticated' },
    ]
    const callers = Array.from({ length: 10 }, () => expected).flat()
    const answers = callers.map(async ({ caller }) => {
      const outcome = await face.lookup(caller)
      return outcome.outcome === 'ok' ? codesOf(outcome) : outcome.code
    })
    expect(await Promise.all(answers)).toEqual(callers.map(({ answer }) => answer))
  })
})

test('a null argument is the same as an absent one over GraphQL', async () => {
  const document = `{
    caseTypeCategories(visibility: null, caseTypeCode: null, caseCategoryCode: null) { caseTypeCode }
  }`
  const { caseTypeCategories } = await graphqlData<{ caseTypeCategories: unknown[] }>(server.url, document, {}, paula)
  expect(caseTypeCategories).toHaveLength(web.length)
})

describe('the order', () => {
  // In code point order. In UTF-16 order, the last one would come before the one before it.
  const names = ['', 'Z', 'a', 'é', '\u{FF21}', '\u{1F600}'].map((name) => `N${name}`)
  const named = (letter: string) => names.map((name, index) => ({ code: `${letter}${9 - index}`, name }))
  const alike = ['\u{FF21}', '\u{1F600}'].map((code) => ({ code, name: 'alike' }))
  const inOrder = [
    ...names.map((_, index) => ({ categoryCode: 'c9', typeCode: `t${9 - index}` })),
    ...names.slice(1).map((_, index) => ({ categoryCode: `c${8 - index}`, typeCode: 't9' })),
    ...alike.flatMap(({ code: categoryCode }) => alike.map(({ code: typeCode }) => ({ categoryCode, typeCode }))),
  ]
  const reversed = inOrder.toReversed()

  const sorting = useServer({
    database: emptyDatabase,
    data: {
      categories: [...named('c'), ...alike],
      types: [...named('t'), ...alike],
      typeCategories: reversed,
      touchpoints: [
        { code: 'granted', name: 'Granted', typeCategories: reversed },
        { code: 'all', name: 'All', allTypeCategories: true },
      ],
      consumers: [{ email: 'carla@example.com', firstname: 'Carla' }],
      sessions: ['granted', 'all'].map((code) => {
        return { token: `test-${code}`, touchpointCode: code, login: 'CONSUMER', email: 'carla@example.com' }
      }),
    },
  })

  describeFaces('of a lookup', sorting, (face) => {
    test.each(['granted', 'all'])(
      'is by category name, type name and codes, each by Unicode code point, for the touchpoint %s',
      async (touchpoint) => {
        const expected = inOrder.map(({ categoryCode, typeCode }) => `${categoryCode}/${typeCode}`)
        expect(codesOf(await face.lookup({ token: `test-${touchpoint}`, touchpoint }))).toEqual(expected)
      },
    )
  })
})
