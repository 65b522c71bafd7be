import { startCasegate } from '../bench/servers/server-process.ts'
import { statement } from '../src/database/statement.ts'
import { checkEach, type CheckResult } from './check-result.ts'
import { Client } from './client.ts'
import { graphqlRequest, operator } from './request.ts'
import type { Store } from './stores.ts'

export interface TakeNextOptions {
  clients: number
  /** The number of server processes on the database. */
  servers: number
}

const document = `mutation Take($input: TakeNextCaseInput!) {
  takeNextCase(input: $input) { ... on TakeNextCasePayload { case { id version assignee { email } } } }
}`

/** Group 1 gets all cases, and the first operators are in it and may handle every type. */
export const queueUp = [
  statement(
    `update cases set group_id = 1, assignee_id = null, status = 'New', customer_waiting_since = created_at where id > $1`,
  ),
  statement(`insert into operator_group_members (operator_id, group_id) select o, 1 from generate_series(1, $1::int) o
    on conflict do nothing`),
  statement(
    `insert into operator_types select o, code from case_types, generate_series(1, $1::int) o on conflict do nothing`,
  ),
] as const

const findTaken = statement(
  `
select c.id, p.email, c.version, (select count(*) from case_events e where e.case_id = c.id and e.kind = 'ASSIGNED')
from cases c left join persons p on p.id = c.assignee_id`,
  { id: 'bigint', email: 'text | null', version: 'int', count: 'bigint' },
)

interface Taken {
  id: string
  version: number
  assignee: { email: string }
}

/** Lets clients take the next case of the same queue until it is empty. */
export async function takeNext(store: Store, { clients, servers }: TakeNextOptions): Promise<CheckResult[]> {
  await store.inspect(async (database) => {
    await database.run(queueUp[0], [0])
    await database.run(queueUp[1], [clients])
    await database.run(queueUp[2], [clients])
  })
  const processes = await Promise.all(Array.from({ length: servers }, () => startCasegate(store.settings)))
  const taken: Taken[] = []
  const violations: string[] = []
  const startedAt = performance.now()

  async function take(number: number): Promise<void> {
    const client = new Client(() => processes[number % servers]?.port ?? NaN)
    for (let round = 0; ; round++) {
      let isEmpty = false
      // Half of the requests have a key.
      const input = round % 2 === 0 ? {} : { idempotencyKey: `${number} ${round}` }
      const request = graphqlRequest(operator(number + 1), document, { input }, (body) => {
        const { data } = JSON.parse(body) as { data: { takeNextCase: { case: Taken | null } } }
        const found = data.takeNextCase.case
        if (found) taken.push(found)
        else isEmpty = true
        return null
      })
      const { outcome, violation } = await client.send(request)
      if (outcome !== 'acknowledged') violations.push(violation ?? outcome)
      if (isEmpty || outcome !== 'acknowledged') break
    }
    client.close()
  }

  try {
    await Promise.all(Array.from({ length: clients }, (_, number) => take(number)))
  } finally {
    for (const process of processes) await process.stop()
  }
  const seconds = (performance.now() - startedAt) / 1000
  const takers = new Map(taken.map(({ id, assignee }) => [Number(id), assignee.email]))
  const stored = await store.inspect((database) => database.run(findTaken))
  return [
    {
      claim: 'each case is taken once',
      checked: taken.length,
      violations: taken.length - takers.size,
      note: `${Math.round(taken.length / seconds).toLocaleString('en')} a second, by ${clients} clients of ${servers} servers`,
    },
    checkEach(
      'no case is left out',
      stored,
      ({ id }) => !takers.has(id),
      ({ id }) => `case ${id}`,
    ),
    checkEach(
      'a case is assigned to the operator who took it, with one event',
      stored,
      ({ id, email, version, count }) => takers.get(id) !== email || version !== 2 || count !== 1,
      (row) => JSON.stringify(row),
    ),
    {
      claim: 'every response is one that the API allows',
      checked: taken.length + clients,
      violations: violations.length,
      ...(violations[0] !== undefined && { example: violations[0] }),
    },
  ]
}
