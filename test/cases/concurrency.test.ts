import { expect, test } from 'vitest'
import { sql } from '../support/database.ts'
import { graphqlFace } from '../support/graphql-face.ts'
import { restFace } from '../support/rest-face.ts'
import { useServer } from '../support/server.ts'

const server = useServer()
const faces = [restFace(server), graphqlFace(server)]
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

test('loses no change and no comment of 64 clients on 4 cases, over both faces', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => server.addCase()))
  const client = async (client: number) => {
    const acknowledged: string[] = []
    for (let round = 0; round < 3; round++) {
      const id = ids[(client + round) % ids.length] ?? 0
      const text = `client ${client}, round ${round}`
      const face = faces[(client + round) % 2]
      const outcome = await face?.update({ id, body: { ...codes, comments: [{ text }] } })
      expect(outcome).toMatchObject({ outcome: 'ok', case: { id } })
      acknowledged.push(text)
    }
    return acknowledged
  }
  const acknowledged = (await Promise.all(Array.from({ length: 64 }, (_, i) => client(i)))).flat()

  const versions = await Promise.all(ids.map((id) => server.version(id)))
  expect(versions.reduce((sum, version) => sum + version - 1, 0)).toBe(acknowledged.length)
  const comments = await sql<{ text: string }>(
    server.database,
    'select text from case_comments where case_id = any($1::bigint[])',
    [ids],
  )
  expect(comments.map(({ text }) => text).sort()).toEqual(acknowledged.sort())
  const events = await sql<{ count: number }>(
    server.database,
    'select count(*) from case_events where case_id = any($1::bigint[])',
    [ids],
  )
  expect(events).toEqual([{ count: acknowledged.length + ids.length }])
})
