import fc from 'fast-check'
import { expect } from 'vitest'
import { type Credentials, credentialHeaders, olga, paula } from '../requests/credentials.ts'
import type { TestServer } from '../server/server.ts'

/** Everything that a case shows, with the comments and events that fit on a page. */
const selection = `
  id version subject categoryCode typeCode status resolution priority createdAt updatedAt caseData
  caseType { name } category { name } caseStatus { name } fields { name value }
  party { id firstname } assignee { id email } group { id name }
  comments(last: 15) { nodes { id text internal createdAt editedAt touchpoint author { id } } totalCount pageInfo { hasPreviousPage } }
  history(last: 20) { nodes { sequence kind at touchpoint actor { id } changes { path from to } } totalCount }
  permissions { update { allowed reason } assign { allowed reason } } availableStatuses { name }`

export interface Comment {
  id: string
  text: string
  editedAt: string | null
}
export interface SeenCase {
  id: string
  version: number
  updatedAt: string
  comments: { nodes: Comment[]; totalCount: number; pageInfo: { hasPreviousPage: boolean } }
}

/** Sends a request and returns the body as text. */
async function post(url: string, query: string, variables: object, caller: Credentials): Promise<string> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentialHeaders(caller) },
    body: JSON.stringify({ query, variables }),
  })
  return answer.text()
}

export interface Step {
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
const changes = fc.oneof(
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
)

export interface RandomChanges {
  sent: { step: Step; body: string }[]
  /** The cases as callers saw them after each change. */
  seen: { caller: Credentials; found: SeenCase }[]
  caseIds: string[]
}

/** Sends a mutation and returns the body as text. */
export function send(url: string, { mutation, input, caller }: Step): Promise<string> {
  const type = mutation[0]!.toUpperCase() + mutation.slice(1)
  const document = `mutation ($input: ${type}Input!) { result: ${mutation}(input: $input) {
    ... on ${type}Payload { context { simpleProfile { firstname email } } case { ${selection} } waiting: case { customerWaitingSince } }
    ... on ${type}Error { code problems { code message path } }
  } }`
  return post(url, document, { input }, caller)
}

export async function readCase(
  url: string,
  id: string,
  caller: Credentials,
  asOf: string | null = null,
): Promise<SeenCase | null> {
  const document = `query ($id: ID!, $asOf: DateTime) { case(id: $id, asOf: $asOf) { ${selection} } }`
  const body = await post(url, document, { id, asOf }, caller)
  const { data, errors } = JSON.parse(body) as { data: { case: SeenCase | null }; errors?: unknown }
  expect(errors).toBeUndefined()
  return data.case
}

/** Creates cases and changes them, each time with an idempotency key. */
export async function makeRandomChanges({ url }: TestServer, steps: number): Promise<RandomChanges> {
  const sent: RandomChanges['sent'] = []
  const seen: RandomChanges['seen'] = []
  const caseIds: string[] = []
  const commentIds: string[] = []
  const seed = Number(process.env['SEED'] ?? 11)
  const [generated = []] = fc.sample(fc.array(changes, { minLength: steps, maxLength: steps }), { numRuns: 1, seed })
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
        ...(index >= 3 && 'pair' in rest ? { ...rest.pair, subject: index % 3 === 0 ? '' : ` Case ${index}` } : {}),
        ...target,
        idempotencyKey: `${seed} ${index}`,
      },
      caller,
    }
    const body = await send(url, step)
    sent.push({ step, body })
    const { case: found } =
      (JSON.parse(body) as { data: { result: { case?: SeenCase | null } | null } }).data.result ?? {}
    if (!found) continue
    seen.push({ caller, found })
    if (!caseIds.includes(found.id)) caseIds.push(found.id)
    for (const { id } of found.comments.nodes) if (!commentIds.includes(id)) commentIds.push(id)
    const other = caller === olga ? paula : olga
    const others = await readCase(url, found.id, other)
    if (others) seen.push({ caller: other, found: others })
  }
  return { sent, seen, caseIds }
}
