import { expect, test } from 'vitest'
import { hashToken } from '../../../src/viewer/viewer.ts'
import { caseFacts, type ModifiableFacts } from '../../../src/cases/case-facts.ts'
import { CaseQueue } from '../../../src/cases/change/case-queue.ts'
import { lockCase } from '../../../src/cases/change/in-turn.ts'
import type { Change } from '../../../src/cases/change/change.ts'
import { writeChange } from '../../../src/cases/change/write-change.ts'
import { LostRace } from '../../../src/database/retry.ts'
import type { RequestContext } from '../../../src/context.ts'
import { olga } from '../../support/requests/credentials.ts'
import { databaseKind, sql } from '../../support/database/database.ts'
import { describeFaces, refused } from '../../support/requests/faces.ts'
import { useServer } from '../../support/server/server.ts'

const server = useServer()
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const addCases = (count: number) => Promise.all(Array.from({ length: count }, () => server.addCase()))
const versionsOf = (ids: number[]) => Promise.all(ids.map((id) => server.version(id)))

describeFaces('concurrent changes to several cases', server, (face) => {
  test('are written even if the database rejects one of them', async () => {
    await sql(
      server.database,
      `do $$ begin
        alter table case_comments add constraint no_poison check (text <> 'poison') not valid;
      exception when duplicate_object then null; end $$`,
    )
    const ids = await addCases(12)
    const change = (id: number, i: number) =>
      face.update({ id, body: { ...codes, status: 'New', comments: [{ text: i === 7 ? 'poison' : 'Hello.' }] } })
    const outcomes = await Promise.all(ids.map(change))
    const expected = ids.map((_, i) => (i === 7 ? refused('internal') : { outcome: 'ok' }))
    expect(outcomes).toMatchObject(expected)
    expect(await versionsOf(ids)).toEqual(ids.map((_, i) => (i === 7 ? 1 : 2)))
  })

  test.runIf(databaseKind === 'postgresql')('do not wait for a change whose case is locked', async () => {
    const ids = await addCases(12)
    const [locked = 0, ...others] = ids
    const change = (id: number) =>
      face.update({ id, body: { ...codes, status: 'New', comments: [{ text: 'Hello.' }] } })
    const [pending] = await server.database.transaction(async (transaction) => {
      await lockCase(transaction, locked)
      const [waiting, ...free] = ids.map(change)
      expect(await Promise.all(free)).toMatchObject(others.map((id) => ({ outcome: 'ok', case: { id } })))
      expect(await versionsOf([locked])).toEqual([1])
      return [waiting]
    })
    expect(await pending).toMatchObject({ outcome: 'ok' })
    expect(await versionsOf(ids)).toEqual(ids.map(() => 2))
  })
})

test('a shared statement writes and records each change if its own case has its version, and no other', async () => {
  const versions = [1, 2, 1]
  const ids = await Promise.all(versions.map((version) => server.addCase({ version })))
  const tokenHash = hashToken(olga.token)
  const facts = await Promise.all(
    ids.map((caseId) => server.database.load(caseFacts, { tokenHash, caseId, idempotencyKey: null })),
  )
  // Now the first case has the version that the second one has.
  await sql(server.database, 'update cases set version = 2 where id = $1', [ids[0]])
  const caseQueue = new CaseQueue()
  const context = { telemetry: {}, services: { caseQueue, feedRelay: { noteCommit() {} } } } as RequestContext
  // Changes that are written in the same tick share a statement.
  const written = await Promise.allSettled(
    (facts as ModifiableFacts[]).map((each) => {
      const change: Change = { kind: 'UPDATED', values: each.case, changes: [], comments: [] }
      return writeChange(context, server.database, each, change, null)
    }),
  )
  expect(written).toMatchObject([
    { reason: expect.any(LostRace) },
    { value: { id: ids[1], version: 3 } },
    { value: { id: ids[2], version: 2 } },
  ])
  expect(await versionsOf(ids)).toEqual([2, 3, 2])
  expect(caseQueue.lostRaces).toBe(1)
  const query = `select version from case_events where case_id = any($1) and kind = 'UPDATED' order by case_id`
  expect(await sql(server.database, query, [ids])).toEqual([{ version: 3 }, { version: 2 }])
})

test('a shared statement writes one of several changes of a case, and stores no key but that of this change', async () => {
  const id = await server.addCase()
  const tokenHash = hashToken(olga.token)
  const facts = (await server.database.load(caseFacts, {
    tokenHash,
    caseId: id,
    idempotencyKey: null,
  })) as ModifiableFacts
  const context = {
    telemetry: {},
    services: { caseQueue: new CaseQueue(), feedRelay: { noteCommit() {} } },
  } as RequestContext
  const keys = ['one-of-two', 'other-of-two']
  const written = await Promise.allSettled(
    keys.map((key) => {
      const change: Change = { kind: 'UPDATED', values: facts.case, changes: [], comments: [] }
      const keyed = { tokenHash, key, requestHash: hashToken(key) }
      return writeChange(context, server.database, facts, change, keyed)
    }),
  )
  expect(written).toMatchObject([{ value: { id, version: 2 } }, { reason: expect.any(LostRace) }])
  const query = `select key from idempotency_keys where answer::json ->> 'caseId' = $1::text`
  expect(await sql(server.database, query, [id])).toEqual([{ key: 'one-of-two' }])
})
