import { expect, test } from 'vitest'
import { sql } from '../../support/database/database.ts'
import type { ChangeOutcome, Face } from '../../support/requests/face.ts'
import { graphqlFace } from '../../support/requests/graphql-face.ts'
import { restFace } from '../../support/requests/rest-face.ts'
import { refundData, useSharedServer } from '../../support/server/server.ts'

const server = useSharedServer()
const faces = [restFace(server), graphqlFace(server)]
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

const bothFaces = (count: number, change: (face: Face, index: number) => Promise<ChangeOutcome>) =>
  Promise.all(faces.flatMap((face) => Array.from({ length: count }, (_, index) => change(face, index))))

test('concurrent updates without effect write nothing', async () => {
  const id = await server.addCase()
  const body = { ...codes, status: 'Open', resolution: 'Unresolved', caseData: refundData, comments: [] }
  const before = await readBehind(id)
  for (const outcome of await bothFaces(16, (face) => face.update({ id, body }))) {
    expect(outcome).toMatchObject({ outcome: 'ok', case: { id, status: 'Open' } })
  }
  expect(await readBehind(id)).toEqual(before)
})

test('concurrent equal updates write once, and so do concurrent equal assignments', async () => {
  const id = await server.addCase()
  for (const outcome of await bothFaces(16, (face) => face.update({ id, body: { ...codes, status: 'New' } }))) {
    expect(outcome).toMatchObject({ outcome: 'ok', case: { status: 'New' } })
  }
  expect(await server.version(id)).toBe(2)
  for (const outcome of await bothFaces(16, (face) => face.assign({ id, body: { groupName: 'Billing team' } }))) {
    expect(outcome).toMatchObject({ outcome: 'ok' })
  }
  expect(await server.version(id)).toBe(3)
})

test('the history of concurrent updates and assignments adds up to the case', async () => {
  const id = await server.addCase()
  const statuses = ['New', 'In progress', 'Resolved']
  await bothFaces(16, (face, index) =>
    index % 2 === 0
      ? face.update({ id, body: { ...codes, status: statuses[index % 3] } })
      : face.assign({ id, body: index % 4 === 1 ? { email: 'olga@example.com' } : { groupName: 'Billing team' } }),
  )
  const { version, status, group, assignee, events } = await readBehind(id)
  expect(events.map((event) => event.version)).toEqual(Array.from({ length: version }, (_, index) => index + 1))
  const replayed: Record<string, unknown> = { status: 'Open', assignee: null, group: null }
  for (const { path, from, to } of events.flatMap(({ changes }) => changes)) {
    const [field = ''] = path
    expect(from).toBe(replayed[field])
    replayed[field] = to
  }
  expect(replayed).toEqual({ status, assignee, group })
})

interface Behind {
  version: number
  status: string
  assignee: string | null
  group: string | null
  updatedAt: Date
  events: { version: number; changes: { path: string[]; from: unknown; to: unknown }[] }[]
}

/** Reads the case and its history from the database. */
async function readBehind(id: number): Promise<Behind> {
  const [row] = await sql<Behind>(
    server.database,
    `select c.version, c.status, p.email as assignee, g.name as "group", c.updated_at,
       (select json_agg(e order by e.version) from case_events e where e.case_id = c.id) as events
     from cases c
     left join persons p on p.id = c.assignee_id
     left join operator_groups g on g.id = c.group_id
     where c.id = $1`,
    [id],
  )
  if (!row) throw new Error(`There is no case ${id}.`)
  return row
}
