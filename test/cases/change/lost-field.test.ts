import { describe, expect, test } from 'vitest'
import { databaseKind, openUntilEnd, sql } from '../../support/database/database.ts'
import type { ChangeOutcome, Face } from '../../support/requests/face.ts'
import { graphqlFace } from '../../support/requests/graphql-face.ts'
import { restFace } from '../../support/requests/rest-face.ts'
import { useProxiedServer } from '../../support/server/postgres.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

/** A client that changes one field of a case, and no other. */
interface Writer {
  /** The name of its column in `readFields`. */
  field: keyof Fields
  /** The values that it sends, in turn. The first one differs from that of a new case. */
  values: unknown[]
  change(face: Face, id: number, value: unknown): Promise<ChangeOutcome>
}

interface Fields {
  status: string
  resolution: string
  caseData: Record<string, unknown>
  assignment: string | null
  comments: string[]
}

const update = (body: (value: unknown) => object) => (face: Face, id: number, value: unknown) =>
  face.update({ id, body: { ...codes, ...body(value) } })

const writers: Writer[] = [
  { field: 'status', values: ['New', 'In progress', 'Resolved'], change: update((status) => ({ status })) },
  { field: 'resolution', values: ['Fixed', 'Refunded', 'Rejected'], change: update((resolution) => ({ resolution })) },
  {
    field: 'caseData',
    values: [1, 2, 3].map((amount) => ({ ...refundData, amount })),
    change: update((caseData) => ({ caseData })),
  },
  {
    field: 'assignment',
    values: ['olga@example.com', 'Billing team', 'odette@example.com'],
    change: (face, id, value) =>
      face.assign({ id, body: String(value).includes('@') ? { email: value } : { groupName: value } }),
  },
  { field: 'comments', values: ['One.', 'Two.', 'Three.'], change: update((text) => ({ comments: [{ text }] })) },
]

// The embedded store has a single process, which queues the changes of a case.
describe.runIf(databaseKind === 'postgresql')('fields of one case that clients of two servers change', () => {
  // The proxy recognises statements by their text, which is only sent every time if they are not prepared.
  const behindProxy = useProxiedServer({ preparedStatements: false })
  const one = useServer({ database: () => openUntilEnd(behindProxy.databaseUrl) })

  const readFields = async (id: number): Promise<Fields | undefined> => {
    const [row] = await sql<Fields>(
      one.database,
      `select c.status, c.resolution, c.case_data as "caseData", coalesce(p.email, g.name) as assignment,
         (select json_agg(text order by version) from case_comments where case_id = c.id) as comments
       from cases c left join persons p on p.id = c.assignee_id left join operator_groups g on g.id = c.group_id
       where c.id = $1`,
      [id],
    )
    return row
  }
  const fieldsOf = (entries: [Writer, unknown][]) =>
    Object.fromEntries(entries.map(([{ field }, value]) => [field, field === 'comments' ? [value] : value]))

  describe.each([
    [restFace(one), graphqlFace(behindProxy)],
    [graphqlFace(one), restFace(behindProxy)],
  ])('over $name and another face', (face, faceBehindProxy) => {
    test.each(writers)('are kept if the change of $field was decided before all others', async (late) => {
      const id = await one.addCase()
      const writing = behindProxy.proxy.holdBack('insert into case_events')
      const pending = late.change(faceBehindProxy, id, late.values[0])
      const goOn = await writing
      const others = writers.filter((writer) => writer !== late)
      for (const writer of others) {
        expect(await writer.change(face, id, writer.values[0]), writer.field).toMatchObject({ outcome: 'ok' })
      }
      goOn()
      expect(await pending).toMatchObject({ outcome: 'ok' })
      expect(await readFields(id)).toEqual(fieldsOf(writers.map((writer) => [writer, writer.values[0]])))
      expect(await one.version(id)).toBe(1 + writers.length)
    })
    test('are judged by the case as it is after a change that came first', async () => {
      const [moved, other] = [await one.addCase(), await one.addCase()]
      const pending: Promise<ChangeOutcome>[] = []
      const goOn: (() => void)[] = []
      for (const id of [moved, other]) {
        const writing = behindProxy.proxy.holdBack('insert into case_events')
        pending.push(faceBehindProxy.update({ id, body: { ...codes, status: 'New' } }))
        goOn.push(await writing)
      }
      const move = { categoryCode: 'BILLING', typeCode: 'QUESTION' }
      expect(await face.update({ id: moved, body: move })).toMatchObject({ outcome: 'ok' })
      for (const each of goOn) each()
      // The move dropped the data that the type REFUND needs. The change of the other case is not affected.
      const refusal = { outcome: 'error', code: 'invalidCaseField' }
      expect(await Promise.all(pending)).toMatchObject([refusal, { outcome: 'ok', case: { id: other } }])
      expect(await readFields(moved)).toMatchObject({ status: 'Open', caseData: {} })
      expect(await Promise.all([moved, other].map((id) => one.version(id)))).toEqual([2, 2])
    })
  })

  test('have the last value that was acknowledged to their client, whichever client comes first', async () => {
    const id = await one.addCase()
    const faces = [restFace(one), graphqlFace(behindProxy), restFace(behindProxy), graphqlFace(one)]
    const lastValue = async (writer: Writer, number: number): Promise<[Writer, unknown]> => {
      let last: unknown
      for (let round = 0; round < 10; round++) {
        last = writer.values[round % writer.values.length]
        const outcome = await writer.change(faces[(number + round) % faces.length]!, id, last)
        expect(outcome, writer.field).toMatchObject({ outcome: 'ok' })
      }
      return [writer, last]
    }
    const others = writers.filter(({ field }) => field !== 'comments')
    const last = await Promise.all(others.map(lastValue))
    expect(await readFields(id)).toMatchObject(fieldsOf(last))
    expect(await one.version(id)).toBe(1 + 10 * others.length)
  })
})
