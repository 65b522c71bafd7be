import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { ImportError } from '../../src/transfer/import-errors.ts'
import { importData } from '../../src/transfer/import.ts'
import { freshDatabase, sql } from '../support/database.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})

const created = {
  version: 1,
  kind: 'CREATED',
  at: '2026-01-01T00:00:00Z',
  actorEmail: 'olga@example.com',
  touchpointCode: 'desk',
}
const updated = { ...created, version: 2, kind: 'UPDATED', at: '2026-01-02T00:00:00Z' }
const aCase = {
  id: 1,
  typeCode: 'QUESTION',
  categoryCode: 'BILLING',
  status: 'Open',
  resolution: 'Unresolved',
  version: 2,
  history: [created, updated],
}
const comment = { text: 'x', version: 1, position: 1 }

const withEvent = (item: object) => ({ history: [created, { ...updated, ...item }] })
const withChange = (item: object) => withEvent({ changes: [{ path: ['status'], from: 'New', to: 'Open', ...item }] })
const withComment = (item: object) => ({ comments: [{ ...comment, ...item }] })
const imported = { history: [{ version: 2, kind: 'IMPORTED', at: '2026-01-02T00:00:00Z' }] }

async function errorsOf(values: object): Promise<readonly string[]> {
  // As JSON, so that the data has only what a file can have.
  const error: unknown = await importData(
    database,
    JSON.parse(JSON.stringify({ cases: [{ ...aCase, ...values }] })),
  ).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ImportError)) throw error ?? new Error('The import was not rejected.')
  return error.errors
}

describe('an import rejects a history with', () => {
  test.each<[string, object, string]>([
    ['no event', { history: [] }, 'history: must have at least one item'],
    ['another type', { history: {} }, 'history: must be an array'],
    ['an unknown member', withEvent({ who: 'x' }), 'history[1].who: unknown member'],
    ['an unknown kind', withEvent({ kind: 'DELETED' }), 'history[1].kind: must be ASSIGNED, COMMENTED,'],
    ['a time without offset', withEvent({ at: '2026-01-02T00:00:00' }), 'history[1].at: must be a date and time'],
    ['no time', withEvent({ at: undefined }), 'history[1].at: must be a date and time'],
    ['a gap', { version: 3, ...withEvent({ version: 3 }) }, 'history[1].version: must be 2, so that none is missing'],
    ['another last version', { version: 3 }, 'version: must be 2, the version of the last item of history'],
    ['no version', { version: undefined }, 'version: must be 2, the version of the last item of history'],
    ['another last time', { updatedAt: '2026-01-03T00:00:00Z' }, 'updatedAt: must be 2026-01-02T00:00:00Z, the time'],
    ['no actor', withEvent({ actorEmail: null }), 'history[1].actorEmail: is required unless kind is IMPORTED'],
    ['no touchpoint', withEvent({ touchpointCode: null }), 'history[1].touchpointCode: is required unless kind is'],
    [
      'an unknown actor',
      withEvent({ actorEmail: 'a@b' }),
      'history[1].actorEmail: no operator, party or consumer "a@b"',
    ],
    [
      'an actor of another kind',
      withEvent({ actorLogin: 'PARTY' }),
      'history[1].actorEmail: no party "olga@example.com"',
    ],
    [
      'an unknown touchpoint',
      withEvent({ touchpointCode: 'x' }),
      'history[1].touchpointCode: no touchpoint "x" in the',
    ],
    ['a change without path', withChange({ path: [] }), 'history[1].changes[0].path: must have at least one item'],
    ['a changed list', withChange({ to: [] }), 'history[1].changes[0].to: must be a string, a number or a boolean'],
    ['a changed NUL', withChange({ from: '\0' }), 'history[1].changes[0].from: must not contain NUL'],
    ['a comment without version', withComment({ version: undefined }), 'comments[0].version: is required'],
    ['a comment of no event', withComment({ version: 3 }), 'comments[0].version: must be the version of an item of'],
    ['a position of 0', withComment({ position: 0 }), 'comments[0].position: must be at least 1'],
    ['a position that is too high', withComment({ position: 32_768 }), 'comments[0].position: must be at most 32767'],
    ['a repeated position', { comments: [comment, comment] }, 'comments[1].position: must not repeat the position of'],
    [
      'two authors',
      withComment({ authorEmail: 'olga@example.com' }),
      'comments[0].authorEmail: must be absent, because',
    ],
    ['no author', { ...imported, ...withComment({ version: 2 }) }, 'comments[0].authorEmail: is required'],
    [
      'a time without author',
      withComment({ createdAt: created.at }),
      'comments[0].createdAt: is allowed only together',
    ],
    [
      'an early edit',
      withComment({ editedVersion: 1 }),
      'comments[0].editedVersion: must be the version of a later item',
    ],
    [
      'a late removal',
      withComment({ removedVersion: 3 }),
      'comments[0].removedVersion: must be the version of a later',
    ],
    ['both assignees', { assigneeEmail: 'olga@example.com', groupName: 'Telex desk' }, 'groupName: must not be set'],
  ])('%s', async (_claim, values, message) => {
    const errors = await errorsOf(values)
    expect(errors).toEqual([expect.stringContaining(`cases[0].${message}`)])
  })

  test('members of comments that only a history has, in a case without one', async () => {
    expect(await errorsOf({ history: undefined, ...withComment({ authorEmail: 'olga@example.com' }) })).toEqual([
      'cases[0].comments[0].version: unknown member',
      'cases[0].comments[0].position: unknown member',
    ])
  })

  test('several mistakes, and reports each of them', async () => {
    expect(await errorsOf({ version: 9, ...withComment({ version: 7, removedVersion: 5 }) })).toHaveLength(3)
    expect(await sql(database, 'select from cases where id = 1')).toEqual([])
  })
})

test('an import treats an absent history and null alike', async () => {
  const { history: _, ...without } = aCase
  const cases = [
    { ...without, id: 11 },
    { ...without, id: 12, history: null },
  ]
  expect(await importData(database, { cases })).toMatchObject({ cases: 2 })
  expect(await sql(database, `select version, kind from case_events where case_id in (11, 12)`)).toEqual([
    { version: 2, kind: 'IMPORTED' },
    { version: 2, kind: 'IMPORTED' },
  ])
})
