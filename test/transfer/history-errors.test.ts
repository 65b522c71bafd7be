import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { ImportError } from '../../src/transfer/import/read-import-file.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { freshDatabase, sql } from '../support/database/database.ts'

let database: Database
beforeAll(async () => (database = await freshDatabase()))

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
/** The comment of version 1, and changes of it from version 2 on. */
const path = ['comments', 'comment:1:1:1']
const edit = { kind: 'COMMENT_EDITED', changes: [{ path, from: 'y', to: 'x' }] }
const removal = { kind: 'COMMENT_REMOVED', changes: [{ path, from: 'x' }] }
const withChanges = (items: object[], versions: object) => ({
  ...withComment(versions),
  version: items.length + 1,
  history: [created, ...items.map((item, index) => ({ ...updated, ...item, version: index + 2 }))],
})
const to = (what: string) => `history[1].changes[0].to: must be ${what}`
const pathOf = (id: string) => ({ ...edit, changes: [{ path: ['comments', id], from: 'y', to: 'x' }] })
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

describe('an import rejects a history:', () => {
  test.each<[error: string, values: object]>([
    ['history: must have at least one item', { history: [] }],
    ['history: must be an array', { history: {} }],
    ['history[1].who: unknown member', withEvent({ who: 'x' })],
    ['history[1].kind: must be ASSIGNED, COMMENTED,', withEvent({ kind: 'DELETED' })],
    ['history[1].at: must be a date and time', withEvent({ at: '2026-01-02T00:00:00' })],
    ['history[1].at: must be a date and time', withEvent({ at: undefined })],
    ['history[1].version: must be 2, so that none is missing', { version: 3, ...withEvent({ version: 3 }) }],
    ['version: must be 2, the version of the last item of history', { version: 3 }],
    ['version: must be 2, the version of the last item of history', { version: undefined }],
    ['updatedAt: must be 2026-01-02T00:00:00Z, the time', { updatedAt: '2026-01-03T00:00:00Z' }],
    ['history[1].actorEmail: is required unless kind is IMPORTED', withEvent({ actorEmail: null })],
    ['history[1].touchpointCode: is required unless kind is', withEvent({ touchpointCode: null })],
    ['history[1].actorEmail: no operator, party or consumer "a@b"', withEvent({ actorEmail: 'a@b' })],
    ['history[1].actorEmail: no party "olga@example.com"', withEvent({ actorLogin: 'PARTY' })],
    ['history[1].touchpointCode: no touchpoint "x" in the', withEvent({ touchpointCode: 'x' })],
    ['history[1].changes[0].path: must have at least one item', withChange({ path: [] })],
    ['history[1].changes[0].to: must be a string, a number or a boolean', withChange({ to: [] })],
    ['history[1].changes[0].from: must not contain NUL', withChange({ from: '\0' })],
    ['comments[0].version: is required', withComment({ version: undefined })],
    ['comments[0].version: must be the version of an item of', withComment({ version: 3 })],
    ['comments[0].position: must be at least 1', withComment({ position: 0 })],
    ['comments[0].position: must be at most 32767', withComment({ position: 32_768 })],
    ['comments[1].position: must not repeat the position of', { comments: [comment, comment] }],
    ['comments[0].authorEmail: must be absent, because', withComment({ authorEmail: 'olga@example.com' })],
    ['comments[0].authorEmail: is required', { ...imported, ...withComment({ version: 2 }) }],
    ['comments[0].createdAt: is allowed only together', withComment({ createdAt: created.at })],
    ['comments[0].editedVersion: must be the version of a later item', withComment({ editedVersion: 1 })],
    ['comments[0].removedVersion: must be the version of a later', withComment({ removedVersion: 3 })],
    [
      'history[1].at: must not be before 2026-01-01T00:00:00Z, the time of the previous item',
      withEvent({ at: '2025-12-31T22:59:59Z' }),
    ],
    ['history[1].kind: must not be CREATED, because only', withEvent({ kind: 'CREATED' })],
    ['history[1].kind: must not be IMPORTED, because', withEvent({ kind: 'IMPORTED' })],
    ['history[0].kind: must be CREATED or IMPORTED, because it is the first', { history: [updated] }],
    ['history[1].changes[0].path: must be ["subject"], ["categoryCode"],', withChange({ path: ['party'] })],
    [
      'history[1].changes[0].path: must be ["links", ID], with the ID of a case',
      withChange({ path: ['links', 'x'], from: null, to: 'DUPLICATE_OF' }),
    ],
    ['history[1].changes[0].path: must be', withChange({ path: ['status', 'x'] })],
    ['history[1].changes[0].path: must be', withChange({ path: ['caseData'] })],
    ...['typeCode', 'categoryCode', 'status', 'resolution'].flatMap((name): [string, object][] => [
      ['history[1].changes[0].to: must be a string', withChange({ path: [name], to: 1 })],
      ['history[1].changes[0].to: must be a string', withChange({ path: [name], to: null })],
      ['history[1].changes[0].from: must be a string', withChange({ path: [name], from: null })],
    ]),
    [
      'history[1].changes[0].to: must be one of: LOW, NORMAL, HIGH, URGENT',
      withChange({ path: ['priority'], from: 'LOW', to: 'NONE' }),
    ],
    ['history[1].changes[0].from: must be one of: LOW', withChange({ path: ['priority'], from: null, to: 'LOW' })],
    ['history[1].changes[0].to: must be a string of one line', withChange({ path: ['subject'], to: 'a\nb' })],
    ['history[1].changes[0].to: must be a string', withChange({ path: ['assignee'], to: true })],
    ['history[1].changes[0].from: must be a string or', withChange({ path: ['group'], from: 1 })],
    [
      'history[1].changes[0].to: must be a string, a number or a boolean',
      withChange({ path: ['caseData', 'amount'], from: 1, to: ['x'] }),
    ],
    [
      'history[1].changes[0].path: must not be of a comment if kind is UPDATED',
      { ...withChange({ path }), ...withComment({}) },
    ],
    [
      'history[1].changes: must have one item, that of the comment, because kind is COMMENT_EDITED',
      withEvent({ kind: 'COMMENT_EDITED' }),
    ],
    [to('a string'), withChanges([{ ...edit, changes: [{ path, from: 'y' }] }], { editedVersion: 2 })],
    [
      'history[2].changes[0].from: must be a string',
      withChanges([edit, { ...edit, changes: [{ path, to: 'x' }] }], { editedVersion: 3 }),
    ],
    [
      'comments[0].text: must be absent, because the text was erased',
      withChanges([{ ...edit, changes: [{ path, from: 'y' }] }], { editedVersion: 2, removedVersion: 2 }),
    ],
    [
      'comments[0].attachments: must be absent, because the comment was removed',
      withChanges([removal], { removedVersion: 2, attachments: [{ name: 'x', size: 1, sha256: '0'.repeat(64) }] }),
    ],
    [
      to('absent, because the comment was removed'),
      withChanges([{ ...removal, changes: edit.changes }], { removedVersion: 2 }),
    ],
    ...['comment:2:1:1', 'comment:1:1:2', 'comment:1:1', 'x'].map((id): [string, object] => [
      'history[1].changes[0].path: must have the ID of one of the comments of this case',
      withChanges([pathOf(id)], {}),
    ]),
    [
      'history[1].changes[0].path: must have the ID of a comment of an earlier version',
      withChanges([pathOf('comment:1:3:1'), {}], { version: 3 }),
    ],
    [
      'history[2].changes[0].path: must not have the ID of a comment that version 2 removed',
      withChanges([removal, edit], { removedVersion: 2 }),
    ],
    [
      'comments[0].editedVersion: must be absent, because no item of history changed the comment like this',
      withChanges([{}], { editedVersion: 2 }),
    ],
    [
      'comments[0].removedVersion: must be absent, because',
      withChanges([edit], { editedVersion: 2, removedVersion: 2 }),
    ],
    ['comments[0].editedVersion: must be 3, the', withChanges([edit, edit], { editedVersion: 2 })],
    ['comments[0].removedVersion: must be 2, the version of', withChanges([removal], {})],
    [
      'comments[0].version: must not be the version of an item whose kind is ASSIGNED',
      withChanges([{ kind: 'ASSIGNED' }], { version: 2 }),
    ],
    ['groupName: must not be set', { assigneeEmail: 'olga@example.com', groupName: 'Telex desk' }],
  ])('%s', async (error, values) => {
    expect(await errorsOf(values)).toEqual([expect.stringContaining(`cases[0].${error}`)])
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

describe('an import accepts a history with', () => {
  test.each<[string, object]>([
    ['edits and a removal', withChanges([edit, edit, removal], { editedVersion: 3, removedVersion: 4 })],
    [
      'an erased edit before another',
      withChanges(
        [
          { ...edit, changes: [{ path, from: 'y' }] },
          { ...edit, changes: [{ path, to: 'x' }] },
        ],
        { editedVersion: 3 },
      ),
    ],
    [
      'erased edits and a removal',
      withChanges(
        [
          { ...edit, changes: [{ path, from: 'y' }] },
          { ...edit, changes: [{ path }] },
          { ...removal, changes: [{ path }] },
        ],
        { text: null, editedVersion: 3, removedVersion: 2 },
      ),
    ],
    ['a clock that was set back by an hour', withEvent({ at: '2025-12-31T23:00:00Z' })],
    [
      'a change after an import with a time in the future',
      { history: [{ version: 1, kind: 'IMPORTED', at: '9999-01-01T00:00:00Z' }, updated] },
    ],
    ['first values', { history: [{ ...created, changes: [{ path: ['status'], to: 'New' }] }, updated] }],
  ])('%s', async (_claim, values) => {
    const data = JSON.stringify({ cases: [{ ...aCase, ...values }] })
    expect(await importData(database, JSON.parse(data))).toMatchObject({ cases: 1 })
    const query =
      'with comments as (delete from case_comments where case_id = 1), events as (delete from case_events where case_id = 1) delete from cases where id = 1'
    await sql(database, query)
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
