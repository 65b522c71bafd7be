import type { CheckedRequest } from '../bench/load/load.ts'
import { emptyUpdate, random, randomAssignment, randomItem } from '../bench/load/random-input.ts'
import { assign, type Face, updateTo } from '../bench/load/requests.ts'
import { startCasegate } from '../bench/servers/server-process.ts'
import type { ChangedValue } from '../src/cases/case.entity.ts'
import { columns, typed } from '../src/database/columns.ts'
import { type Queryable, statement } from '../src/database/statement.ts'
import { checkEach, type CheckResult } from './check-result.ts'
import { Client } from './client.ts'
import type { Store } from './stores.ts'

export interface LostFieldOptions {
  changes: number
  cases: number
  /** The number of server processes on the database. */
  servers: number
}

/** A client that changes one field of a case, and no other. */
interface Writer {
  caseId: number
  field: keyof typeof fields
  /** The value before its first change. */
  initial: unknown
  /** The values of its acknowledged changes, in order. */
  acknowledged: string[]
}

interface Field {
  /** A random value, or one that differs in every round. */
  value(caseId: number, round: number): string
  request(face: Face, caseId: number, value: string): CheckedRequest
}

function updated(values: (value: string) => Partial<Parameters<typeof updateTo>[3]>): Field['request'] {
  return (face, caseId, value) => {
    const { caller, input } = emptyUpdate(caseId)
    return updateTo(face, caseId, caller, { ...input, ...values(value) })
  }
}

const fields = {
  status: {
    value: () => randomItem(['Open', 'Waiting', 'Solved']),
    request: updated((status) => ({ status })),
  },
  resolution: {
    value: () => randomItem(['None', 'Fixed', 'Refused']),
    request: updated((resolution) => ({ resolution })),
  },
  amount: {
    value: () => `${random(1, 9_999_999) / 100}`,
    request: updated((amount) => ({ caseData: { amount: Number(amount), invoices: 1, urgent: true } })),
  },
  assignee: { value: (caseId) => randomAssignment(caseId).email.toLowerCase(), request: assign },
  comment: { value: (_, round) => `Comment ${round}`, request: updated((text) => ({ comments: [text] })) },
} satisfies Record<string, Field>

/** Lets five clients change one field each of the same case. No client may overwrite the field of another. */
export async function lostField(store: Store, { changes, cases, servers }: LostFieldOptions): Promise<CheckResult[]> {
  const names = Object.keys(fields) as (keyof typeof fields)[]
  const caseIds = Array.from({ length: cases }, (_, index) => index + 1)
  const stored = await store.inspect((database) => database.run(findFields, [caseIds]))
  const writers = stored.flatMap(({ id: caseId, ...initial }) =>
    names.map((field): Writer => ({ caseId, field, initial: initial[field], acknowledged: [] })),
  )
  const processes = await Promise.all(Array.from({ length: servers }, () => startCasegate(store.settings)))
  const rounds = Math.ceil(changes / writers.length)
  const violations: string[] = []

  async function run({ caseId, field, initial, acknowledged }: Writer, number: number): Promise<void> {
    // With two servers, each gets two or three of the clients of a case.
    const client = new Client(() => processes[number % servers]!.port)
    const { value, request } = fields[field]
    for (let round = 0; round < rounds; round++) {
      let next: string
      do next = value(caseId, round)
      while (next === (acknowledged.at(-1) ?? initial))
      const face: Face = (number + round) % 2 === 0 ? 'rest' : 'graphql'
      const { outcome, violation } = await client.send(request(face, caseId, next))
      if (outcome === 'acknowledged') acknowledged.push(next)
      else violations.push(violation ?? `${field} of case ${caseId}: ${outcome}`)
    }
    client.close()
  }

  try {
    await Promise.all(writers.map(run))
  } finally {
    for (const process of processes) await process.stop()
  }
  return [
    {
      claim: 'every change is acknowledged',
      checked: rounds * writers.length,
      violations: violations.length,
      example: violations[0],
    },
    ...(await store.inspect((database) => audit(database, writers))),
  ]
}

const findFields = statement(
  `
select c.id, c.status, c.resolution, (c.case_data->'amount')::float8::text as amount, p.email_key as assignee, (
  select text from case_comments where case_id = c.id and version > 1 order by version desc limit 1
) as comment
from cases c left join persons p on p.id = c.assignee_id
where c.id = any($1::bigint[])`,
  columns({
    id: 'bigint',
    status: 'text',
    resolution: 'text',
    amount: 'text',
    assignee: 'text | null',
    comment: 'text | null',
  }),
)
const findEvents = statement(
  `
select e.case_id, e.changes, (
  select coalesce(jsonb_agg(c.text order by c.position), '[]') from case_comments c
  where c.case_id = e.case_id and c.version = e.version
) as comments
from case_events e
where e.case_id = any($1::bigint[]) and e.version > 1
order by e.case_id, e.version`,
  columns({ caseId: 'bigint', changes: typed<ChangedValue[]>('jsonb'), comments: typed<string[]>('jsonb') }),
)

/** Email addresses are compared in lower case. */
const text = (value: unknown) => String(value).toLowerCase()

/** Compares the acknowledged values with the cases and their history. */
async function audit(database: Queryable, writers: Writer[]): Promise<CheckResult[]> {
  const ids = [...new Set(writers.map(({ caseId }) => caseId))]
  const stored = new Map((await database.run(findFields, [ids])).map((row) => [row.id, row]))
  const events = Map.groupBy(await database.run(findEvents, [ids]), ({ caseId }) => caseId)

  function historyOf({ caseId, field }: Writer): { from: unknown; to: unknown }[] {
    const ofCase = events.get(caseId) ?? []
    if (field !== 'comment') return ofCase.flatMap(({ changes }) => changes.filter(({ path }) => path.at(-1) === field))
    const comments = ofCase.flatMap(({ comments }) => comments)
    return comments.map((comment, index) => ({ from: comments[index - 1] ?? null, to: comment }))
  }

  const lastValues = writers.map(({ caseId, field, acknowledged }) => ({
    name: `${field} of case ${caseId}`,
    expected: acknowledged.at(-1),
    value: stored.get(caseId)?.[field],
  }))
  const steps = writers.flatMap((writer) => {
    const history = historyOf(writer)
    return writer.acknowledged.map((value, index) => ({
      name: `${writer.field} of case ${writer.caseId}`,
      expected: [writer.acknowledged[index - 1] ?? writer.initial, value],
      recorded: [history[index]?.from, history[index]?.to],
    }))
  })
  return [
    checkEach(
      'the last acknowledged value of every field is stored',
      lastValues,
      ({ expected, value }) => text(value) !== text(expected),
      ({ name, expected, value }) => `${name} is ${String(value)} instead of ${expected}`,
    ),
    checkEach(
      'every acknowledged value stays until its client replaces it',
      steps,
      ({ expected, recorded }) => expected.some((value, index) => text(value) !== text(recorded[index])),
      ({ name, expected, recorded }) => `${name} went from ${recorded.join(' to ')}, not ${expected.join(' to ')}`,
    ),
  ]
}
