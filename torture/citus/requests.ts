import { random, randomAssignment, randomCreation, randomUpdate } from '../../bench/load/random-input.ts'
import { type Caller, operator } from '../graphql-request.ts'
import type { Reply } from '../client.ts'
import type { CheckedRequest } from '../../bench/load/load.ts'
import { type Entry, type Kind, newEntry } from './ledger.ts'

export interface ChangedCase {
  id: number
  version: number
}

/** The answer to one change of a request. `changed` is null if there was no case to take. */
export type Answer = { changed: ChangedCase | null; text: string } | { errorCode: string }

/** One request for a change, or for several, that can be sent several times. */
export interface Mutation {
  entries: Entry[]
  caller: Caller
  request: CheckedRequest
  /** The answer to each change, from a successful response. */
  answers(reply: Reply, body: string): Answer[]
}

interface Change {
  kind: Kind
  caller: Caller
  /** What both faces have in common. Comments are texts. */
  input: { comments?: string[]; [field: string]: unknown }
  /** Absent if the change creates or finds its case. */
  caseId?: number
}

const routes: Record<Kind, { mutation: string; method: string; path: string; status: number }> = {
  update: { mutation: 'updateCase', method: 'PUT', path: '', status: 201 },
  assign: { mutation: 'assignCase', method: 'PUT', path: '/assignment', status: 201 },
  comment: { mutation: 'addComments', method: 'POST', path: '/comments', status: 201 },
  create: { mutation: 'createCase', method: 'POST', path: '', status: 201 },
  register: { mutation: 'createCase', method: 'POST', path: '', status: 201 },
  take: { mutation: 'takeNextCase', method: 'POST', path: '/take-next', status: 200 },
}

const pascal = (name: string) => name[0]!.toUpperCase() + name.slice(1)
const selectionOf = (mutation: string) =>
  `... on ${pascal(mutation)}Payload { case { id version } } ... on MutationError { problems { errorCode } }`
const documentOf = (mutation: string) =>
  `mutation M($input: ${pascal(mutation)}Input!) { result: ${mutation}(input: $input) { ${selectionOf(mutation)} } }`
const bulkDocument = `mutation M($inputs: [UpdateCaseInput!]!) { results: updateCases(inputs: $inputs) { ${selectionOf('updateCase')} } }`

/** The cases whose IDs differ by this number have the same type. */
const sameType = 432

/** Creates changes that occur once each. */
export class Requests {
  readonly #cases: number
  readonly #takers: number
  #last = 0
  #lastAssigned = 0

  /** Changes of cases 1 to `cases`, and of those that wait in the queue of operators 1 to `takers`. */
  constructor(cases: number, takers: number) {
    this.#cases = cases
    this.#takers = takers
  }

  /** A random change over a random face. Half of the changes have a key. */
  next(): Mutation {
    if (this.#cases > sameType && random(1, 12) === 1) return this.#bulk()
    const change = this.#change()
    const [entry, input] = this.#entryOf(change)
    return random(0, 1) === 0 ? overRest(change, entry, input) : overGraphql(change, entry, input)
  }

  #change(): Change {
    const kinds: Kind[] = ['take', 'register', 'create', 'create', 'assign', 'comment', 'comment']
    const kind = kinds[random(0, 15)] ?? 'update'
    const caseId = random(1, this.#cases)
    if (kind === 'take') return { kind, caller: operator(random(1, this.#takers)), input: {} }
    if (kind === 'create' || kind === 'register') {
      const { caller, input } = randomCreation()
      const party = { partyEmail: `party-${this.#last}@torture.example`, partyFirstname: 'Nora' }
      return { kind, caller, input: kind === 'create' ? input : { ...input, ...party } }
    }
    // An assignment adds no comment. It is known by its case, so that each case is assigned once.
    if (kind === 'assign' && this.#lastAssigned < this.#cases) {
      const { caller, email } = randomAssignment(++this.#lastAssigned)
      return { kind, caller, input: { email }, caseId: this.#lastAssigned }
    }
    const { caller, input } = randomUpdate(caseId)
    if (kind === 'comment') return { kind, caller, input: { comments: [] }, caseId }
    return { kind: 'update', caller, input, caseId }
  }

  #entryOf({ kind, caller, input, caseId }: Change): [Entry, Change['input']] {
    const number = ++this.#last
    const entry = newEntry(kind, {
      key: random(0, 1) === 0 ? undefined : `key ${number}`,
      text: input.comments ? `torture ${number}` : '',
      caseId,
      partyEmail: kind === 'register' ? String(input['partyEmail']) : undefined,
      caller,
    })
    return [entry, input.comments ? { ...input, comments: [entry.text] } : input]
  }

  /** Two updates in one request. The cases are on any servers. */
  #bulk(): Mutation {
    const first = random(1, this.#cases - sameType)
    const { caller } = randomUpdate(first)
    const changes = [first, first + sameType].map((caseId) => {
      const change: Change = { kind: 'update', caller, input: randomUpdate(caseId).input, caseId }
      return [change, ...this.#entryOf(change)] as const
    })
    const inputs = changes.map(([change, entry, input]) => graphqlInput(change, entry, input))
    return {
      entries: changes.map(([, entry]) => entry),
      caller,
      request: post(caller, bulkDocument, { inputs }),
      answers(_reply, body) {
        const { data } = JSON.parse(body) as { data: { results: Result[] } }
        return data.results.map(answerOf)
      },
    }
  }
}

interface Result {
  case?: { id: string; version: number } | null
  problems?: { errorCode: string }[]
}

function answerOf(result: Result): Answer {
  const { case: found, problems } = result
  if (problems) return { errorCode: problems[0]!.errorCode }
  return { changed: found ? { id: Number(found.id), version: found.version } : null, text: JSON.stringify(result) }
}

function graphqlInput({ caseId }: Change, { key }: Entry, input: Change['input']): object {
  return {
    ...input,
    ...(caseId !== undefined && { caseInstanceId: `${caseId}` }),
    ...(input.comments && { comments: input.comments.map((text) => ({ text })) }),
    ...(key !== undefined && { idempotencyKey: key }),
  }
}

function overGraphql(change: Change, entry: Entry, input: Change['input']): Mutation {
  const { caller, kind } = change
  return {
    entries: [entry],
    caller,
    request: post(caller, documentOf(routes[kind].mutation), { input: graphqlInput(change, entry, input) }),
    answers: (_reply, body) => [answerOf((JSON.parse(body) as { data: { result: Result } }).data.result)],
  }
}

function overRest({ kind, caller, caseId }: Change, entry: Entry, input: Change['input']): Mutation {
  const { method, path, status } = routes[kind]
  const headers = { ...headersOf(caller), ...(entry.key !== undefined && { 'Idempotency-Key': `"${entry.key}"` }) }
  return {
    entries: [entry],
    caller,
    request: requestOf(
      method,
      `/api/v4/cases${caseId === undefined ? '' : `/${caseId}`}${path}`,
      headers,
      input,
      status,
    ),
    answers({ head }, body) {
      const { case: found } = JSON.parse(body) as { case: { id: number } | null }
      const changed = found && { id: found.id, version: versionOf(head) }
      return [{ changed, text: `${changed?.version} ${body}` }]
    },
  }
}

/** The version of a case in the tag of a response. */
const versionOf = (head: string) => Number(/^etag: "(\d+)/im.exec(head)?.[1])

/** Reads a case over a random face. */
export function read(
  caller: Caller,
  caseId: number,
): { request: CheckedRequest; version(reply: Reply, body: string): number } {
  if (random(0, 1) === 0) {
    const request = requestOf('GET', `/api/v4/cases/${caseId}`, headersOf(caller), undefined, 200)
    return { request, version: ({ head }) => versionOf(head) }
  }
  return {
    request: post(caller, 'query ($id: ID!) { case(id: $id) { version } }', { id: `${caseId}` }),
    // A case that is not found is older than any.
    version: (_reply, body) => (JSON.parse(body) as { data: { case?: { version: number } } }).data.case?.version ?? 0,
  }
}

export const headersOf = ({ touchpoint, token }: Caller) => ({
  'Service-Touchpoint': touchpoint,
  'Service-Token': token,
})

/** A GraphQL request of a caller. */
export function post(caller: Caller, query: string, variables: object): CheckedRequest {
  return requestOf('POST', '/graphql', headersOf(caller), { query, variables }, 200)
}

/** A request whose response must have the status, and no GraphQL errors. */
export function requestOf(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: object | undefined,
  expectedStatus: number,
): CheckedRequest {
  const content = body === undefined ? '' : JSON.stringify(body)
  const type = { 'Content-Type': 'application/json', 'Content-Length': `${Buffer.byteLength(content)}` }
  const lines = Object.entries({ Host: '127.0.0.1', Accept: 'application/json', ...headers, ...(body && type) })
  return {
    request: `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${content}`,
    check(status, received) {
      if (status !== expectedStatus) return 'wrong status'
      return received.includes('"errors":[') ? 'GraphQL error' : null
    },
  }
}
