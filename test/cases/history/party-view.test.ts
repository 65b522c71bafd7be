import { beforeAll, describe, expect, test } from 'vitest'
import { type Credentials, olga, paula, pedro } from '../../support/requests/credentials.ts'
import { change, type ChangeName } from '../../support/requests/changes.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
import { highLimits, wholeDocuments } from '../../support/graphql/schema-documents.ts'
import { useServer } from '../../support/server/server.ts'

/** Parties at a touchpoint that may modify all cases of the type category. */
const paulaAtPartner: Credentials = { token: 'paula at partner', touchpoint: 'partner' }
const omarAtPartner: Credentials = { token: 'demo-operator-omar-partner', touchpoint: 'partner' }
const server = useServer({
  limits: highLimits,
  data: {
    sessions: [{ token: paulaAtPartner.token, touchpointCode: 'partner', login: 'PARTY', email: 'paula@example.com' }],
  },
})

const codes = { categoryCode: 'NETWORK', typeCode: 'INCIDENT' }
let paulasCase: string
let pedrosCase: string

async function send(mutation: ChangeName, input: Record<string, unknown>, caller = olga): Promise<void> {
  expect(await change(server.url, mutation, input, caller)).toHaveProperty('case')
}
const update = (id: string, input: object, caller?: Credentials) =>
  send('updateCase', { caseInstanceId: id, ...codes, ...input }, caller)
const assign = (caseInstanceId: string, input: object) => send('assignCase', { caseInstanceId, ...input })

/** Adds a case with one event of each kind. Versions 2 and 8 added internal comments only. */
async function addCase(partyEmail: string, party: Credentials): Promise<string> {
  const comments = [
    { text: 'From the party.', authorEmail: partyEmail },
    { text: 'From an operator.', authorEmail: 'olga@example.com' },
  ]
  const caseData = { severity: 3, signalDbm: -97, lineDown: true }
  const id = `${await server.addCase({ ...codes, caseData, partyEmail, comments })}`
  await update(id, { comments: [{ text: 'Secret.', internal: true }] })
  await update(id, { comments: [{ text: 'Secret.', internal: true }, { text: 'Open.' }] })
  await update(id, { status: 'In progress', comments: [{ text: 'Secret.', internal: true }] })
  await update(id, { comments: [{ text: 'Thank you.' }] }, party)
  await assign(id, { groupName: 'Field engineers' })
  await assign(id, { email: 'OLGA@example.com' })
  await update(id, { comments: [{ text: 'Secret.', internal: true }] })
  return id
}

beforeAll(async () => {
  paulasCase = await addCase('paula@example.com', paula)
  pedrosCase = await addCase('pedro@example.com', pedro)
})

const document = `query ($id: ID!) { case(id: $id) {
  version
  party { firstname email }
  assignee { firstname email }
  comments { nodes { text author { firstname email } } totalCount }
  history { nodes { sequence actor { firstname email } changes { path from to } } totalCount pageInfo { hasNextPage } }
} }`

interface Person {
  firstname: string
  email: string | null
}
interface SeenCase {
  version: number
  party: Person
  assignee: Person
  comments: { nodes: { text: string; author: Person }[]; totalCount: number }
  history: {
    nodes: { sequence: number; actor: Person | null; changes: { path: string[]; from: unknown; to: unknown }[] }[]
    totalCount: number
  }
}

const read = async (id: string, caller: Credentials) =>
  (await graphqlData<{ case: SeenCase }>(server.url, document, { id }, caller)).case

const person = (firstname: string, email: string | null) => ({ firstname, email })

interface Viewpoint {
  caller: Credentials
  id: () => string
  party: Person
  operator: Person
  assignee: string
  sequences: number[]
}

const operatorsView = {
  operator: person('Olga', 'olga@example.com'),
  assignee: 'olga@example.com',
  sequences: [1, 2, 3, 4, 5, 6, 7, 8],
}
const partysView = { operator: person('Olga', null), assignee: 'Olga', sequences: [1, 3, 4, 5, 6, 7] }
const viewpoints: [string, Viewpoint][] = [
  [
    'an operator',
    { caller: olga, id: () => paulasCase, party: person('Paula', 'paula@example.com'), ...operatorsView },
  ],
  [
    'an operator at a touchpoint that may modify the case',
    { caller: omarAtPartner, id: () => pedrosCase, party: person('Pedro', 'pedro@example.com'), ...operatorsView },
  ],
  ['its party', { caller: paula, id: () => paulasCase, party: person('Paula', 'paula@example.com'), ...partysView }],
  [
    'a party at a touchpoint that may modify the case',
    { caller: paulaAtPartner, id: () => pedrosCase, party: person('Pedro', null), ...partysView },
  ],
]

describe.each(viewpoints)('of a case, %s', (_who, { caller, id, party, operator, assignee, sequences }) => {
  test('sees people by first name, and the email addresses that it may see', async () => {
    const found = await read(id(), caller)
    expect([found.party, found.assignee]).toEqual([party, operator])
    const authors = Object.fromEntries(found.comments.nodes.map(({ text, author }) => [text, author]))
    expect(authors).toMatchObject({ 'From the party.': party, 'From an operator.': operator, 'Thank you.': party })
    const actors = Object.fromEntries(found.history.nodes.map(({ sequence, actor }) => [sequence, actor]))
    expect(actors).toMatchObject({ 1: null, 3: operator, 5: party, 7: operator })
  })

  test('sees the assignments in the history, with the group by name', async () => {
    const { history } = await read(id(), caller)
    const changes = Object.fromEntries(history.nodes.map((event) => [event.sequence, event.changes]))
    expect(changes[6]).toEqual([{ path: ['group'], from: null, to: 'Field engineers' }])
    expect(changes[7]).toEqual([
      { path: ['assignee'], from: null, to: assignee },
      { path: ['group'], from: 'Field engineers', to: null },
    ])
    expect(changes[4]).toEqual([{ path: ['status'], from: 'Open', to: 'In progress' }])
  })

  test('sees the version after every change, and the events that are not only internal', async () => {
    const { version, history } = await read(id(), caller)
    expect(version).toBe(8)
    expect(history.nodes.map(({ sequence }) => sequence)).toEqual(sequences)
    expect(history.totalCount).toBe(sequences.length)
  })

  test('gets the same events and counts on every page', async () => {
    const page = `query ($id: ID!, $first: Int, $last: Int, $after: String, $before: String) { case(id: $id) {
      list: history(first: $first, last: $last, after: $after, before: $before) {
        nodes { sequence } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      } } }`
    const get = async (variables: object) =>
      (await graphqlData<{ case: { list: EventPage } }>(server.url, page, { id: id(), ...variables }, caller)).case.list
    const count = sequences.length
    const all = await get({ first: count })
    expect(all).toMatchObject({ totalCount: count, pageInfo: { hasNextPage: false } })
    expect(await get({ last: count })).toMatchObject({ nodes: all.nodes, pageInfo: { hasPreviousPage: false } })
    for (const [size, direction] of [1, 2, 5].flatMap((size) => [
      [size, 'forward'] as const,
      [size, 'back'] as const,
    ])) {
      const found: number[] = []
      for (let last: EventPage | undefined; last === undefined || found.length < count;) {
        const forward = { first: size, after: last?.pageInfo.endCursor }
        last = await get(direction === 'forward' ? forward : { last: size, before: last?.pageInfo.startCursor })
        const numbers = last.nodes.map(({ sequence }) => sequence)
        found.splice(direction === 'forward' ? found.length : 0, 0, ...numbers)
        const { hasNextPage, hasPreviousPage } = last.pageInfo
        expect(direction === 'forward' ? hasNextPage : hasPreviousPage).toBe(found.length < count)
        expect(last.totalCount).toBe(count)
      }
      expect(found).toEqual(sequences)
    }
  })
})

interface EventPage {
  nodes: { sequence: number }[]
  totalCount: number
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
}

const cursor = (...key: number[]) => Buffer.from(key.join('.')).toString('base64url')
/** The last three begin or end at internal comments. */
const pages = [
  '(last: 1)',
  `(first: 1, after: "${cursor(1, 2)}")`,
  `(last: 1, before: "${cursor(4, 1)}")`,
  `(first: 5, after: "${cursor(3, 1)}")`,
]

test.each([
  ['its own case', paula, () => paulasCase],
  ['a case that its touchpoint may modify', paulaAtPartner, () => pedrosCase],
] as const)(
  'a party never gets an internal comment or the address of anybody else, of %s',
  async (_which, party, id) => {
    const documents = wholeDocuments(codes).filter(
      ({ operation, takesCase, logins }) =>
        // The other changes of comments need a comment that the party has just written.
        takesCase && logins.includes('PARTY') && !['editComment', 'removeComment'].includes(operation),
    )
    expect(documents.map(({ operation }) => operation)).toEqual([
      'case',
      'node',
      'updateCase',
      'updateCases',
      'patchCase',
      'addComments',
    ])
    const answerTo = async (text: string, caller: Credentials) => {
      const { data, errors } = await graphql(server.url, text, {}, caller)
      expect(errors, text).toBeUndefined()
      return JSON.stringify(data)
    }
    for (const { leaf, text } of documents) {
      expect(await answerTo(text(id()), olga), leaf).toMatch(/Secret\..*"internal":true/)
      const answers: string[] = []
      for (const page of ['', ...pages]) answers.push(await answerTo(text(id(), { comments: page }), party))
      expect(answers[0], leaf).toContain('From an operator.')
      expect(answers.join('\n'), leaf).not.toMatch(/(?<!paula)@example\.com|Secret\.|"internal":true/i)
    }
  },
)
