import { expect, test } from 'vitest'
import { sql } from '../support/database.ts'
import { type Mutation, mutate } from '../support/mutations.ts'
import { refundData, useServer } from '../support/server.ts'

const server = useServer()
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

const inputs: [Mutation, Record<string, unknown>, Record<string, unknown>][] = [
  ['createCase', { ...codes, caseData: refundData }, { status: 'Gone' }],
  ['updateCase', { ...codes, status: 'In progress', comments: [{ text: 'x' }] }, { status: 'Gone' }],
  ['assignCase', { email: 'olga@example.com' }, { email: 'oona@example.com' }],
]

async function everything(): Promise<unknown> {
  const tables = ['cases', 'case_events', 'case_comments', 'idempotency_keys']
  return Promise.all(tables.map((table) => sql(server.database, `select * from ${table} order by 1, 2, 3`)))
}

test.each(inputs)('a dry run of %s answers as the real one and writes nothing', async (mutation, input, wrong) => {
  const target = mutation === 'createCase' ? {} : { caseInstanceId: `${await server.addCase()}` }
  const before = await everything()
  const dry = await mutate(server.url, mutation, { ...target, ...input, dryRun: true, idempotencyKey: 'dry' })
  const dryFailure = await mutate(server.url, mutation, { ...target, ...input, ...wrong, dryRun: true })
  expect(await everything()).toEqual(before)
  const { id: _, updatedAt: __, comments: ___, ...expected } = dry.data?.result?.case ?? {}
  expect(await mutate(server.url, mutation, { ...target, ...input, ...wrong })).toEqual(dryFailure)
  const real = await mutate(server.url, mutation, { ...target, ...input, dryRun: false })
  expect(real.data?.result?.case).toMatchObject(expected)
})
