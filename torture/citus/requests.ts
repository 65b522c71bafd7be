import { random, randomCreation, randomUpdate } from '../../bench/load/random-input.ts'
import { type Caller, graphqlRequest, operator } from '../graphql-request.ts'
import type { Entry, Kind } from './ledger.ts'
import type { CheckedRequest } from '../../bench/load/load.ts'

export interface ChangedCase {
  id: string
  version: number
}

/** A change that can be sent several times. */
export interface Mutation {
  entry: Entry
  caller: Caller
  /** `accept` gets the case of the answer; null if there was no case to take. */
  request(accept: (changed: ChangedCase | null, body: string) => void): CheckedRequest
}

const documentOf = (mutation: string) => {
  const type = mutation[0]!.toUpperCase() + mutation.slice(1)
  const selection = `... on ${type}Payload { case { id version } } ... on ${type}Error { code }`
  return `mutation M($input: ${type}Input!) { result: ${mutation}(input: $input) { ${selection} } }`
}
const documents: Record<Kind, string> = {
  update: documentOf('updateCase'),
  create: documentOf('createCase'),
  take: documentOf('takeNextCase'),
}

/**
 * A random change of cases 1 to `cases`, or of those that wait in the queue of operators 1 to `takers`. Half of the
 * changes have a key.
 */
export function randomMutation(number: number, cases: number, takers: number): Mutation {
  const kind = (['take', 'create', 'create'] as const)[random(0, 15)] ?? 'update'
  const caseId = kind === 'update' ? random(1, cases) : undefined
  const text = kind === 'take' ? '' : `torture ${number}`
  const key = random(0, 1) === 0 ? undefined : `key ${number}`
  const { caller, ...values } = valuesOf(kind, caseId, takers)
  const input = {
    ...values,
    ...(caseId !== undefined && { caseInstanceId: `${caseId}` }),
    ...(text !== '' && { comments: [{ text }] }),
    ...(key !== undefined && { idempotencyKey: key }),
  }
  return {
    entry: { kind, key, text, caseId, outcome: 'unsent', answers: new Set() },
    caller,
    request: (accept) =>
      graphqlRequest(caller, documents[kind], { input }, (body) => {
        const { data } = JSON.parse(body) as { data: { result: { code?: string; case?: ChangedCase | null } } }
        if (data.result.case === undefined) return 'a problem'
        accept(data.result.case, body)
        return null
      }),
  }
}

function valuesOf(
  kind: Kind,
  caseId: number | undefined,
  takers: number,
): { caller: Caller; [value: string]: unknown } {
  if (kind === 'take') return { caller: operator(random(1, takers)) }
  const { caller, input } = kind === 'create' ? randomCreation() : randomUpdate(caseId!)
  const { comments: _, ...values } = input
  return { ...values, caller }
}

/** Reads a case. `accept` gets its version; 0 if there is no such case. */
export function read(caller: Caller, caseId: number, accept: (version: number) => void): CheckedRequest {
  return graphqlRequest(caller, 'query ($id: ID!) { case(id: $id) { version } }', { id: `${caseId}` }, (body) => {
    const { data } = JSON.parse(body) as { data: { case: { version: number } | null } }
    accept(data.case?.version ?? 0)
    return null
  })
}
