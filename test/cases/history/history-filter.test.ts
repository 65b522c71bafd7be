import { beforeAll, describe, expect, test } from 'vitest'
import { change } from '../../support/requests/changes.ts'
import { type Credentials, olga, paula } from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const server = useServer()
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
let id: string

/** Version 3 is an internal comment, and version 7 edits it. Versions 1 to 8 are a minute apart from 10:01. */
beforeAll(async () => {
  const created = await change(server.url, 'createCase', {
    ...codes,
    caseData: refundData,
    partyEmail: 'paula@example.com',
  })
  id = created.case!.id
  const target = { caseInstanceId: id }
  const status = { ...target, ...codes, status: 'In progress', caseData: { ...refundData, amount: 7 } }
  await change(server.url, 'updateCase', status)
  await change(server.url, 'addComments', { ...target, comments: [{ text: 'Secret.', internal: true }] })
  await change(server.url, 'addComments', { ...target, comments: [{ text: 'Hello.' }] }, paula)
  await change(server.url, 'assignCase', { ...target, email: 'olga@example.com' })
  await change(server.url, 'editComment', { commentId: `comment:${id}:4:1`, text: 'Good morning.' }, paula)
  await change(server.url, 'editComment', { commentId: `comment:${id}:3:1`, text: 'Very secret.' })
  await change(server.url, 'unassignCase', target)
  await sql(
    server.database,
    `update case_events set at = (timestamp '2026-07-01T10:00:00.0005' + version * interval '1 minute') at time zone 'UTC' where case_id = $1`,
    [id],
  )
})

interface Found {
  nodes: { sequence: number }[]
  totalCount: number
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

const document = `query ($id: ID!, $filter: HistoryFilter, $first: Int, $last: Int, $after: String) { case(id: $id) {
  history(filter: $filter, first: $first, last: $last, after: $after) {
    nodes { sequence } totalCount pageInfo { hasNextPage endCursor }
  } } }`

async function find(filter: object | null, caller: Credentials = olga, page: object = {}): Promise<Found> {
  const data = await graphqlData<{ case: { history: Found } }>(server.url, document, { id, filter, ...page }, caller)
  return data.case.history
}

const minute = (number: number, rest = ':00.000Z') => `2026-07-01T10:0${number}${rest}`

const filters: [filter: object, operators: number[], partys: number[]][] = [
  [{}, [1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 4, 5, 6, 8]],
  [{ kind: ['COMMENTED'] }, [3, 4], [4]],
  [{ kind: ['COMMENT_EDITED', 'CREATED'] }, [1, 6, 7], [1, 6]],
  [{ kind: [] }, [], []],
  [{ kind: null, field: null, actorEmail: null, changedAfter: null }, [1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 4, 5, 6, 8]],
  [{ field: ['status'] }, [1, 2], [1, 2]],
  [{ field: ['caseData'] }, [1, 2], [1, 2]],
  [{ field: ['caseData.amount'] }, [1, 2], [1, 2]],
  [{ field: ['caseData.goodwill', 'assignee'] }, [1, 5, 8], [1, 5, 8]],
  [{ field: ['amount', 'caseData.', 'a\0', '\ud800', ''] }, [], []],
  [{ field: ['comments'] }, [6, 7], [6]],
  [{ actorEmail: 'PAULA@example.com' }, [4, 6], [4, 6]],
  [{ actorEmail: 'olga@example.com' }, [1, 2, 3, 5, 7, 8], []],
  [{ actorEmail: 'nobody@example.com' }, [], []],
  [{ actorEmail: 'a\0' }, [], []],
  [{ changedAfter: minute(6) }, [7, 8], [8]],
  [{ changedAfter: minute(6, ':00.001Z') }, [7, 8], [8]],
  [{ changedAfter: minute(5, ':59.999Z') }, [6, 7, 8], [6, 8]],
  [{ changedBefore: minute(2) }, [1], [1]],
  [{ changedBefore: minute(2, ':00.001Z') }, [1, 2], [1, 2]],
  [{ changedAfter: minute(1), changedBefore: minute(4), kind: ['UPDATED', 'COMMENTED'] }, [2, 3], [2]],
  [{ actorEmail: 'olga@example.com', field: ['assignee'], changedBefore: minute(7) }, [5], []],
]

describe('the history', () => {
  test.each(filters)('with the filter %j has the events %j, for its party %j', async (filter, operators, partys) => {
    for (const [caller, expected] of [
      [olga, operators],
      [paula, partys],
    ] as const) {
      const { nodes, totalCount } = await find(filter, caller)
      expect([nodes.map(({ sequence }) => sequence), totalCount]).toEqual([expected, expected.length])
    }
  })

  test('with a filter has pages in both directions', async () => {
    const filter = { kind: ['COMMENTED', 'COMMENT_EDITED'] }
    const first = await find(filter, olga, { first: 2 })
    expect(first).toMatchObject({
      nodes: [{ sequence: 3 }, { sequence: 4 }],
      totalCount: 4,
      pageInfo: { hasNextPage: true },
    })
    const second = await find(filter, olga, { first: 2, after: first.pageInfo.endCursor })
    expect(second).toMatchObject({ nodes: [{ sequence: 6 }, { sequence: 7 }], pageInfo: { hasNextPage: false } })
    expect((await find(filter, olga, { last: 1 })).nodes).toEqual([{ sequence: 7 }])
  })

  test('as of an earlier time has only the events until then that match', async () => {
    const past = `query ($id: ID!, $asOf: DateTime) { case(id: $id, asOf: $asOf) {
      history(filter: { kind: [COMMENTED, COMMENT_EDITED] }) { nodes { sequence } totalCount } } }`
    const { case: found } = await graphqlData<{ case: { history: Found } }>(server.url, past, { id, asOf: minute(6) })
    expect(found.history).toEqual({ nodes: [{ sequence: 3 }, { sequence: 4 }, { sequence: 6 }], totalCount: 3 })
  })

  test('is filtered separately in requests that are sent together', async () => {
    const answers = await Promise.all(filters.map(([filter]) => find(filter)))
    expect(answers.map(({ nodes }) => nodes.map(({ sequence }) => sequence))).toEqual(
      filters.map(([, expected]) => expected),
    )
  })

  test.each([{ kind: ['DELETED'] }, { kind: [null] }, { changedAfter: 'yesterday' }, { actor: 'olga' }])(
    'refuses the filter %j',
    async (filter) => {
      const answer = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'service-token': olga.token, 'service-touchpoint': 'desk' },
        body: JSON.stringify({ query: document, variables: { id, filter } }),
      })
      expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
    },
  )

  test('tells a party by no filter which events it does not see, or who made a change', async () => {
    const guesses = ['olga@example.com', 'omar@example.com', 'nobody@example.com']
    const answers = guesses.map((actorEmail) => graphql(server.url, document, { id, filter: { actorEmail } }, paula))
    const [first, ...others] = await Promise.all(answers)
    for (const other of others) expect(other).toEqual(first)
    expect((await find({ field: [`comments.comment:${id}:3:1`] })).nodes).toEqual([{ sequence: 7 }])
    expect((await find({ field: [`comments.comment:${id}:3:1`] }, paula)).totalCount).toBe(0)
  })
})
