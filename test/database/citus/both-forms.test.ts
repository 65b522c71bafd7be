import { beforeAll, describe, expect, test } from 'vitest'
import { viewerByToken } from '../../../src/auth/authenticate.ts'
import { touchpointBySecret } from '../../../src/auth/look-up-credentials.ts'
import { createSessionFacts } from '../../../src/auth/sessions/create-session-facts.ts'
import { hashToken } from '../../../src/auth/viewer.ts'
import { assignFacts } from '../../../src/cases/assign/assign-facts.ts'
import { caseFacts, type CaseRow, type ModifiableFacts } from '../../../src/cases/case-facts.ts'
import { CaseQueue } from '../../../src/cases/change/case-queue.ts'
import { removeExpired } from '../../../src/cases/change/expired-keys.ts'
import { storeOutcome } from '../../../src/cases/change/store-outcome.ts'
import { type Change, writeChange } from '../../../src/cases/change/write-change.ts'
import { editedAt, textOf } from '../../../src/cases/comments/comment-edits.ts'
import { commentFacts } from '../../../src/cases/comments/comment-facts.ts'
import { commentPages } from '../../../src/cases/comments/comment-pages.ts'
import { createFacts } from '../../../src/cases/create/create-facts.ts'
import { newCases } from '../../../src/cases/create/write-new-case.ts'
import { eventPages, filteredEventPages } from '../../../src/cases/history/event-pages.ts'
import { loadListAccess } from '../../../src/cases/list/list-scope.ts'
import { listOf } from '../../../src/cases/paging/page-key.ts'
import { countItems, loadPage } from '../../../src/cases/paging/page-loader.ts'
import { caseAsOf, caseAt, changesSince } from '../../../src/cases/read/past-cases.ts'
import { takeNextFacts } from '../../../src/cases/take-next/take-next-facts.ts'
import { adminFacts } from '../../../src/configuration/configure-facts.ts'
import type { RequestContext } from '../../../src/context.ts'
import type { Loader } from '../../../src/database/batched.ts'
import { declaredFunctions } from '../../../src/database/citus/citus-function.ts'
import { definitionsOf } from '../../../src/database/citus/create-functions.ts'
import { shardKeyOf } from '../../../src/database/citus/shard-key.ts'
import type { Database } from '../../../src/database/database.ts'
import { databaseKind, freshDatabase, isDistributed, sql } from '../../support/database/database.ts'
import { issuedSecret } from '../../support/issuer/issue-secret.ts'
import { ada, carla, odette, olga, omar, oona, paula, pedro } from '../../support/requests/credentials.ts'

type Values = Record<string, unknown>
/** Returns the same from a database, whatever the form of the statements. */
type Read = (db: Loader) => Promise<unknown>

const context = { telemetry: {}, services: { caseQueue: new CaseQueue() } } as RequestContext
const tokenHashes = [olga, omar, odette, oona, paula, pedro, carla, ada, { token: 'unknown' }].map(({ token }) =>
  hashToken(token),
)
const olgaHash = hashToken(olga.token)
const called = new Set<string>()
let database: Database
let ids: number[]

/** The same database, as if Citus distributed it. Notes the functions that are called. */
function onCitus<Db extends Loader>(db: Db): Db {
  const run: Loader['run'] = (statement, values, past) => {
    const name = /from (\w+_[0-9a-f]{8})\(/.exec(statement.text)?.[1]
    if (name) called.add(name)
    return db.run(statement, values, past)
  }
  return { ...db, run, isDistributed: () => true }
}

async function expectSame(read: Read): Promise<void> {
  expect(await read(onCitus(database))).toEqual(await read(database))
}

class RolledBack extends Error {}

/** What the write returns, and the rows that it leaves. It is rolled back. */
async function written(write: Read, form: <Db extends Loader>(db: Db) => Db): Promise<unknown> {
  let result: unknown
  const work = database.transaction(async (transaction) => {
    const [before] = await sql<{ id: number }>(transaction, 'select max(id) as id from cases')
    const returned = await write(form(transaction))
    result = { returned, rows: await rowsAfter(transaction, before!.id) }
    throw new RolledBack()
  })
  await expect(work).rejects.toThrow(RolledBack)
  return result
}

/** New cases are numbered from the last one. Times are compared with one another. */
async function rowsAfter(transaction: Loader, last: number): Promise<unknown> {
  const number = (column: string) => `case when ${column} > ${last} then 0 else ${column} end`
  const rows = []
  for (const text of [
    `select to_jsonb(c) - '{id,updated_at,created_at}'::text[] as row, ${number('id')} as id,
        updated_at > statement_timestamp() as is_later from cases c order by 2, 1::text`,
    `select to_jsonb(e) - '{case_id,at,transaction}'::text[] as row, ${number('case_id')} as id, e.at = c.updated_at as is_last
        from case_events e join cases c on c.id = e.case_id order by 2, e.version`,
    `select to_jsonb(m) - 'case_id' as row, ${number('case_id')} as id from case_comments m order by 2, m.version, m.position`,
    `select to_jsonb(k) - '{shard_key,created_at,case_id}'::text[] as row, ${number('case_id')} as id
        from idempotency_keys k order by k.key, k.token_hash`,
  ])
    rows.push(await sql(transaction, text))
  return rows
}

async function expectSameWrite(write: Read): Promise<void> {
  const plain = await written(write, (db) => db)
  expect(await written(write, onCitus)).toEqual(plain)
}

const keyedBy = (key: string, caseId: number | null = null, tokenHash = olgaHash) => ({
  tokenHash,
  key,
  requestHash: hashToken(key),
  shardKey: shardKeyOf({ tokenHash, caseId, idempotencyKey: key }),
})

async function factsOf(caseId: number): Promise<ModifiableFacts> {
  return (await database.load(caseFacts, { tokenHash: olgaHash, caseId })) as ModifiableFacts
}

const changeOf = ({ case: row }: ModifiableFacts, more: Partial<Change> = {}): Change => ({
  kind: 'UPDATED',
  values: { ...row, status: 'Closed', caseData: { ...row.caseData, note: 'é "1"' } },
  changes: [{ path: ['status'], from: row.status, to: 'Closed' }],
  comments: [
    { text: 'One.', internal: false },
    { text: 'Two.', internal: true },
  ],
  ...more,
})

// Only PostgreSQL has the functions. On a cluster, the natural form is not used.
describe.runIf(databaseKind === 'postgresql' && !isDistributed)(
  'a statement and its function for Citus have the same effect',
  () => {
    beforeAll(async () => {
      database = await freshDatabase()
      await sql(database, 'alter table idempotency_keys add column shard_key bigint not null default 0')
      await sql(
        database,
        `create function get_shard_id_for_distribution_column(text, bigint) returns bigint language sql as 'select 0::bigint'`,
      )
      for (const { create } of declaredFunctions().flatMap(definitionsOf)) await sql(database, create)
      ids = (await sql<{ id: number }>(database, 'select id from cases order by id')).map(({ id }) => id)
      // A history with an edited and a removed comment, and stored keys.
      for (const caseId of ids.slice(0, 3)) {
        for (const edit of [
          undefined,
          { version: 2, position: 1, text: 'New.' },
          { version: 2, position: 2, text: null },
        ]) {
          const kind = edit ? (edit.text === null ? 'COMMENT_REMOVED' : 'COMMENT_EDITED') : 'UPDATED'
          const path = ['comments', `comment:${caseId}:2:1`]
          const facts = await factsOf(caseId)
          const more = edit ? { edit, comments: [], changes: [{ path, from: 'One.', to: edit.text }] } : {}
          await writeChange(context, database, facts, changeOf(facts, { kind, ...more }), null)
        }
        for (const { tokenHash, ...keyed } of [keyedBy(`change ${caseId}`, caseId), keyedBy(`create ${caseId}`)]) {
          await database.load(storeOutcome, { ...nothing, ...keyed, tokenHash, caseId, version: 2 })
        }
      }
      for (const caseId of ids.slice(0, 3)) {
        for (const { key, shardKey } of [keyedBy(`change ${caseId}`, caseId), keyedBy(`create ${caseId}`)]) {
          await sql(database, 'update idempotency_keys set shard_key = $2 where key = $1', [key, shardKey])
        }
      }
    })

    const nothing = { caseId: null, version: null, visible: true, problems: null }

    test('for a caller, also of a list', async () => {
      for (const tokenHash of tokenHashes) {
        await expectSame((db) => db.load(viewerByToken, tokenHash))
        await expectSame(async (db) => {
          const access = await loadListAccess({ database: db as Database, replicas: undefined }, tokenHash)
          return access && { ...access, server: null }
        })
      }
    })

    test('for the secret of a touchpoint', async () => {
      const { secret } = await issuedSecret(database, 'desk')
      for (const secretHash of [hashToken(secret), hashToken('unknown')]) {
        await expectSame((db) => db.load(touchpointBySecret, secretHash))
        for (const email of ['paula@example.com', 'unknown@example.com', 'no\0address']) {
          await expectSame((db) => db.load(createSessionFacts, { secretHash, login: 'PARTY', email }))
        }
      }
    })

    test('when a case is loaded, for every caller', async () => {
      for (const tokenHash of tokenHashes) {
        for (const caseId of [...ids, 999_999, null]) {
          for (const idempotencyKey of [null, 'change', 'unknown']) {
            const key = { tokenHash, caseId, idempotencyKey }
            await expectSame((db) => db.load(caseFacts, key))
            for (const [emailKey, groupName] of [
              ['omar@example.com', null],
              ['paula@example.com', 'Back office'],
              [null, 'unknown'],
            ] as const) {
              await expectSame((db) => db.load(assignFacts, { ...key, emailKey, groupName }))
            }
          }
        }
      }
    })

    test('except that the function does not find a key of another case, which is in the shard of that case', async () => {
      const [one, other] = ids as [number, number]
      const key = { tokenHash: olgaHash, caseId: other, idempotencyKey: `change ${one}` }
      expect((await database.load(caseFacts, key))?.storedKey?.caseId).toBe(one)
      expect((await onCitus(database).load(caseFacts, key))?.storedKey).toBeNull()
    })

    test('when a comment is loaded', async () => {
      for (const caseId of ids) {
        for (const [version, position] of [
          [1, 1],
          [2, 1],
          [2, 2],
          [9, 1],
        ] as const) {
          await expectSame((db) => db.load(commentFacts, { tokenHash: olgaHash, caseId, version, position }))
        }
      }
    })

    test('when the facts for creations, takeNextCase and configure are loaded', async () => {
      for (const tokenHash of tokenHashes) {
        for (const idempotencyKey of [null, 'create 1001', 'unknown']) {
          const key = { tokenHash, idempotencyKey }
          await expectSame((db) => db.load(adminFacts, key))
          for (const partyEmailKey of [null, 'paula@example.com', 'unknown@example.com']) {
            const codes = { typeCode: 'REFUND', categoryCode: 'BILLING' }
            await expectSame((db) => db.load(createFacts, { ...key, partyEmailKey, ...codes }))
          }
          for (const groupName of [null, 'Back office', 'unknown']) {
            await expectSame((db) => db.load(takeNextFacts, { ...key, groupName }))
          }
        }
      }
    })

    test('when comments, their edits and the history are read', async () => {
      for (const caseId of ids) {
        const { viewer, case: row } = await factsOf(caseId)
        for (const internal of [true, false]) {
          for (const version of [1, 2, row.version]) {
            const list = {
              ...listOf({ ...row, version } as CaseRow, viewer),
              internal,
              filter: '{"kind": ["UPDATED"]}',
            }
            for (const pages of [commentPages, eventPages, filteredEventPages]) {
              await expectSame((db) => countItems(db, pages as typeof commentPages, list))
              for (const inverted of [true, false]) {
                const page = { after: [1, 1], before: undefined, limit: 2, inverted }
                await expectSame((db) =>
                  loadPage(db, pages as typeof commentPages, { ...list, page, budget: undefined }),
                )
              }
            }
            const page = { after: undefined, before: undefined, limit: 9, inverted: false }
            const comments = await loadPage(database, commentPages, { ...list, page, budget: undefined })
            for (const comment of comments) {
              await expectSame(async (db) => [await textOf(db, comment), await editedAt(db, comment)])
            }
          }
        }
      }
    })

    test('when a case is read as of an earlier time', async () => {
      for (const caseId of ids) {
        const { viewer, case: row } = await factsOf(caseId)
        await expectSame((db) => caseAt(db, row, 1, viewer))
        for (const time of [row.createdAt, row.updatedAt, new Date(0), new Date(Date.now() + 60_000)]) {
          await expectSame((db) => caseAsOf(db, row, time, viewer))
        }
        await expectSame((db) => changesSince(db, row, 1, viewer))
      }
    })

    test('when a change is written', async () => {
      for (const caseId of ids) {
        const facts = await factsOf(caseId)
        const { version } = facts.case
        const outdated = { ...facts, case: { ...facts.case, version: version + 1 } }
        const variants: Partial<Change>[] = [
          {},
          { comments: [], internal: true },
          { comments: [], edit: { version: 2, position: 1, text: 'Again.' }, kind: 'COMMENT_EDITED' },
          { comments: [], edit: { version: 2, position: 1, text: null }, kind: 'COMMENT_REMOVED' },
          { values: { ...facts.case, assigneeId: null, groupId: null }, kind: 'UNASSIGNED' },
        ]
        for (const variant of variants) {
          for (const keyed of [null, keyedBy(`change ${caseId}`, caseId), keyedBy('new', caseId)]) {
            for (const each of [facts, outdated]) {
              await expectSameWrite(async (db) => {
                const row = await writeChange(context, db, each, changeOf(each, variant), keyed)
                return row && { ...row, updatedAt: row.updatedAt > facts.case.updatedAt }
              })
            }
          }
        }
      }
    })

    test('when a change is written to a case whose last change seems to be later, or is in the future', async () => {
      for (const interval of ['0.9 seconds', '1 day']) {
        const caseId = ids[0]!
        await expectSameWrite(async (db) => {
          await sql(db, `update cases set updated_at = statement_timestamp() + interval '${interval}' where id = $1`, [
            caseId,
          ])
          const facts = (await db.load(caseFacts, { tokenHash: olgaHash, caseId })) as ModifiableFacts
          const row = await writeChange(context, db, facts, changeOf(facts), null)
          const later = row!.updatedAt.getTime() - facts.case.updatedAt.getTime()
          return later < 0 ? 'now' : later
        })
      }
    })

    test('when a case is created', async () => {
      const { viewer, case: row } = await factsOf(ids[0]!)
      const { typeCode, categoryCode, status, resolution, caseData, partyId } = row
      const newCase = { typeCode, categoryCode, status, resolution, caseData, partyId, groupId: null, groupName: null }
      for (const comments of [[], changeOf(await factsOf(ids[0]!)).comments]) {
        for (const keyed of [null, keyedBy('new'), keyedBy('create 1001')]) {
          await expectSameWrite(async (db) => {
            const created = await db.load(newCases, {
              viewer,
              newCase: { ...newCase, comments, visible: false },
              keyed,
            })
            return created && Object.keys(created)
          })
        }
      }
    })

    test('when the answer to a request is stored', async () => {
      for (const keyed of [keyedBy('new'), keyedBy('create 1001'), keyedBy(`change ${ids[0]}`, ids[0])]) {
        const outcomes: Values[] = [
          { problems: '[{"code":"a\\u0000"}]' },
          { caseId: ids[0], version: 1 },
          { answer: '[{"path":["types","0"]}]' },
        ]
        for (const outcome of outcomes) {
          await expectSameWrite((db) => db.load(storeOutcome, { ...nothing, ...keyed, ...outcome }))
        }
      }
    })

    test('when an expired key is removed', async () => {
      for (const keyed of [keyedBy('unknown'), keyedBy('create 1001'), keyedBy(`change ${ids[0]}`, ids[0])]) {
        for (const age of ['23 hours', '25 hours']) {
          await expectSameWrite(async (db) => {
            await sql(db, `update idempotency_keys set created_at = statement_timestamp() - interval '${age}'`)
            return db.load(removeExpired, keyed)
          })
        }
      }
    })

    test('for every declared statement', () => {
      // Otherwise a new declaration would not be compared. The tests of rate limits and archives run these two on a cluster.
      const declared = declaredFunctions().map(({ name }) => name)
      expect([...called].sort()).toEqual(declared.filter((name) => !/^(add_usage|delete_case)_/.test(name)).sort())
    })
  },
)
