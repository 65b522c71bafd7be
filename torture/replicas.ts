import { startCasegate } from '../bench/servers/server-process.ts'
import { statement } from '../src/database/statement.ts'
import type { CheckResult } from './check-result.ts'
import { Client } from './client.ts'
import { graphqlRequest, operator } from './request.ts'
import type { Store } from './stores.ts'

export interface ReplicasOptions {
  /** The URL of a standby of the store. */
  replicaUrl: string
  /** How many times a client writes something and reads it. */
  pairs: number
  clients: number
}

/** Each operator has one case, with the operator's number. */
const assign = statement(`update cases set assignee_id = id, group_id = null where id <= $1`)

const write = `mutation ($input: AddCommentsInput!) { addComments(input: $input) { ... on AddCommentsPayload { case { id } } } }`
const read = `query ($id: ID!, $text: String!) {
  case(id: $id) { version comments(last: 1) { nodes { text } } history(last: 1) { nodes { sequence } } }
  cases(filter: { text: $text }) { nodes { id } }
}`

interface Seen {
  case: { version: number; comments: { nodes: { text: string }[] }; history: { nodes: { sequence: number }[] } }
  cases: { nodes: { id: string }[] }
}

/** Clients write through one server and read what they wrote through the other, which reads from a replica. */
export async function replicas(store: Store, { replicaUrl, pairs, clients }: ReplicasOptions): Promise<CheckResult[]> {
  await store.inspect((database) => database.run(assign, [clients]))
  const settings = { ...store.settings, DATABASE_REPLICA_URLS: replicaUrl }
  const [writer, reader] = [await startCasegate(settings), await startCasegate(settings)]
  const violations: string[] = []
  let left = pairs

  async function run(number: number): Promise<void> {
    const [writing, reading] = [new Client(() => writer.port), new Client(() => reader.port)]
    const caller = operator(number)
    for (let round = 1; left-- > 0; round++) {
      const text = `pair${number}x${round}`
      const input = { caseInstanceId: `${number}`, comments: [{ text }] }
      const written = await writing.send(
        graphqlRequest(caller, write, { input }, (body) => (body.includes('"case"') ? null : 'not written')),
      )
      const seen = await reading.send(
        graphqlRequest(caller, read, { id: `${number}`, text }, (body) => misses(JSON.parse(body), number, text)),
      )
      for (const { outcome, violation } of [written, seen]) {
        if (outcome !== 'acknowledged') violations.push(violation ?? outcome)
      }
    }
    writing.close()
    reading.close()
  }

  try {
    await Promise.all(Array.from({ length: clients }, (_, index) => run(index + 1)))
  } finally {
    await writer.stop()
    await reader.stop()
  }
  const [example] = violations
  return [
    {
      claim: 'a session sees its change through the other server',
      checked: pairs,
      violations: violations.length,
      example,
    },
  ]
}

/** What a client should see and does not. */
function misses({ data }: { data: Seen }, id: number, text: string): string | null {
  const { version, comments, history } = data.case
  if (comments.nodes[0]?.text !== text) return 'another last comment'
  if (history.nodes[0]?.sequence !== version) return 'another last event'
  return data.cases.nodes[0]?.id === `${id}` ? null : 'a list without the case'
}
