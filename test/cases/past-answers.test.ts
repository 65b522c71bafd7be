import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Credentials, credentialHeaders, olga, paula } from '../support/credentials.ts'
import { databaseKind } from '../support/database.ts'
import { useServer } from '../support/server.ts'

/** Everything that a case shows, with the comments and events that fit on a page. */
const selection = `
  id version categoryCode typeCode status resolution createdAt updatedAt caseData
  caseType { name } category { name } caseStatus { name } fields { name value }
  party { id firstname } assignee { id email } group { id name }
  comments(last: 15) { nodes { id text internal createdAt editedAt touchpoint author { id } } totalCount pageInfo { hasPreviousPage } }
  history(last: 20) { nodes { sequence kind at touchpoint actor { id } changes { path from to } } totalCount }
  permissions { update { allowed reason } assign { allowed reason } } availableStatuses { name }`

const server = useServer()
/** The embedded store has one connection, and takes several times as long. */
const steps = databaseKind === 'embedded' ? 30 : 100

interface Comment {
  id: string
  text: string
  editedAt: string | null
}
interface SeenCase {
  id: string
  version: number
  updatedAt: string
  comments: { nodes: Comment[]; totalCount: number; pageInfo: { hasPreviousPage: boolean } }
}

/** Sends a request and returns the body as text. */
async function post(query: string, variables: object, caller: Credentials): Promise<string> {
  const answer = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentialHeaders(caller) },
    body: JSON.stringify({ query, variables }),
  })
  return answer.text()
}

interface Step {
  mutation: string
  input: Record<string, unknown>
  caller: Credentials
}

const text = fc.constantFrom('Hello.', 'Hello again.', 'Grüße 🎈', 'x'.repeat(2_000))
const comments = fc.array(fc.record({ text }), { maxLength: 3 })
const pairs = fc.oneof(
  fc.record({
    categoryCode: fc.constant('BILLING'),
    typeCode: fc.constant('REFUND'),
    caseData: fc.record({
      amount: fc.integer({ min: 1, max: 3 }),
      invoiceCount: fc.constant(1),
      goodwill: fc.boolean(),
    }),
  }),
  fc.record({
    categoryCode: fc.constant('NETWORK'),
    typeCode: fc.constant('INCIDENT'),
    caseData: fc.record({
      severity: fc.integer({ min: 1, max: 5 }),
      signalDbm: fc.constant(-97.5),
      lineDown: fc.boolean(),
    }),
  }),
  fc.constantFrom({ categoryCode: 'ACCOUNT', typeCode: 'QUESTION' }, { categoryCode: 'BILLING', typeCode: 'QUESTION' }),
)
const status = fc.constantFrom('New', 'Open', 'In progress', 'Gone')
const whom = fc.constantFrom(
  { email: 'olga@example.com' },
  { email: 'omar@example.com' },
  { groupName: 'Billing team' },
  { groupName: 'Field engineers' },
)

/** The changes that are made to a case, apart from which case and which comment. Some fail, and some change nothing. */
const stepsOf = fc.array(
  fc.oneof(
    fc.record({ mutation: fc.constant('updateCase'), input: fc.record({ status, comments }), pair: pairs }),
    fc.record({ mutation: fc.constant('assignCase'), input: whom }),
    fc.record({ mutation: fc.constant('unassignCase'), input: fc.constant({}) }),
    fc.record({ mutation: fc.constant('takeNextCase'), input: fc.constant({}) }),
    fc.record({
      mutation: fc.constant('addComments'),
      input: fc.record({ comments: fc.array(fc.record({ text, internal: fc.boolean() }), { maxLength: 2 }) }),
    }),
    fc.record({ mutation: fc.constant('editComment'), input: fc.record({ text }) }),
    fc.record({ mutation: fc.constant('removeComment'), input: fc.constant({}) }),
    fc.record({ mutation: fc.constant('createCase'), input: fc.record({ comments }), pair: pairs }),
  ),
  { minLength: steps, maxLength: steps },
)

const sent: { step: Step; body: string }[] = []
const seen: { caller: Credentials; found: SeenCase }[] = []
const caseIds: string[] = []
const commentIds: string[] = []

function send({ mutation, input, caller }: Step): Promise<string> {
  const type = mutation[0]!.toUpperCase() + mutation.slice(1)
  const document = `mutation ($input: ${type}Input!) { result: ${mutation}(input: $input) {
    ... on ${type}Payload { context { simpleProfile { firstname email } } case { ${selection} } }
    ... on ${type}Error { code problems { code message path } }
  } }`
  return post(document, { input }, caller)
}

async function read(id: string, caller: Credentials, asOf: string | null = null): Promise<SeenCase | null> {
  const document = `query ($id: ID!, $asOf: DateTime) { case(id: $id, asOf: $asOf) { ${selection} } }`
  const body = await post(document, { id, asOf }, caller)
  const { data, errors } = JSON.parse(body) as { data: { case: SeenCase | null }; errors?: unknown }
  expect(errors).toBeUndefined()
  return data.case
}

beforeAll(async () => {
  const seed = Number(process.env['SEED'] ?? 11)
  const [generated = []] = fc.sample(stepsOf, { numRuns: 1, seed })
  const pick = <Item>(items: readonly Item[], index: number) => items[(index * 7919) % items.length]
  for (const [index, { mutation, input, ...rest }] of generated.entries()) {
    const caller = index % 4 === 3 ? paula : olga
    const target =
      mutation === 'createCase' || index < 3
        ? { ...(caller === olga && { partyEmail: 'paula@example.com' }) }
        : mutation.endsWith('Comment')
          ? { commentId: pick(commentIds, index) ?? `comment:${caseIds[0]}:1:1` }
          : mutation === 'takeNextCase'
            ? {}
            : { caseInstanceId: pick(caseIds, index) }
    const step: Step = {
      mutation: index < 3 ? 'createCase' : mutation,
      input: {
        ...(index < 3 ? { categoryCode: 'BILLING', typeCode: 'QUESTION', comments: [{ text: 'First.' }] } : input),
        ...(index >= 3 && 'pair' in rest ? rest.pair : {}),
        ...target,
        idempotencyKey: `${seed} ${index}`,
      },
      caller,
    }
    const body = await send(step)
    sent.push({ step, body })
    const { case: found } =
      (JSON.parse(body) as { data: { result: { case?: SeenCase | null } | null } }).data.result ?? {}
    if (!found) continue
    seen.push({ caller, found })
    if (!caseIds.includes(found.id)) caseIds.push(found.id)
    for (const { id } of found.comments.nodes) if (!commentIds.includes(id)) commentIds.push(id)
    const other = caller === olga ? paula : olga
    const others = await read(found.id, other)
    if (others) seen.push({ caller: other, found: others })
  }
}, 120_000)

describe('after random changes', () => {
  test('there are enough different ones', () => {
    const kinds = new Set(sent.filter(({ body }) => body.includes('"case":{')).map(({ step }) => step.mutation))
    expect(kinds.size).toBeGreaterThan(databaseKind === 'embedded' ? 4 : 6)
    expect(seen.length).toBeGreaterThan(steps)
  })

  test('an operator sees every version as of its time as it was returned then', async () => {
    for (const { found } of seen.filter(({ caller }) => caller === olga)) {
      expect(await read(found.id, olga, found.updatedAt)).toEqual(found)
    }
  })

  test('a party sees the same, except for comments that were edited or removed later', async () => {
    const now = new Map<string, Map<string, Comment>>()
    for (const id of caseIds) {
      const found = await read(id, paula)
      if (found && !found.comments.pageInfo.hasPreviousPage) {
        now.set(id, new Map(found.comments.nodes.map((comment) => [comment.id, comment])))
      }
    }
    const views = seen.filter(({ caller, found }) => caller === paula && now.has(found.id))
    expect(views.length).toBeGreaterThan(steps / 5)
    for (const { found } of views) {
      const left = found.comments.nodes.flatMap(({ id, ...rest }) => {
        const comment = now.get(found.id)?.get(id)
        return comment ? [{ id, ...rest, text: comment.text, editedAt: comment.editedAt }] : []
      })
      const comments = { ...found.comments, nodes: left, totalCount: left.length }
      expect(await read(found.id, paula, found.updatedAt)).toEqual({ ...found, comments })
    }
  })

  test('every request that is sent again is answered byte for byte as it was first', async () => {
    for (const { step, body } of sent) expect(await send(step)).toBe(body)
  })
})
