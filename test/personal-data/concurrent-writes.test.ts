import { beforeAll, describe, expect, test } from 'vitest'
import { openIssuerSession } from '../../src/auth/issuer/open-session.ts'
import { issueSession } from '../../src/auth/sessions/command-sessions.ts'
import { hashToken } from '../../src/viewer/viewer.ts'
import type { Database } from '../../src/database/database.ts'
import { eraseById } from '../../src/personal-data/erase-person.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { dumpRows } from '../support/database/dump-rows.ts'
import { change, type ChangeName } from '../support/requests/changes.ts'
import { createPostgresDatabase, databaseKind, openUntilEnd, sql } from '../support/database/database.ts'
import { type Credentials, olga } from '../support/requests/credentials.ts'
import { refundData, useServer } from '../support/server/server.ts'

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const issuer = 'https://issuer.example'

/** A person whose name, address, subject and texts all contain `trace`. */
interface Subject {
  id: number
  trace: string
  login: 'OPERATOR' | 'PARTY'
  email: string
  caller: Credentials
  caseId: number
}

interface Write {
  /** By default, OPERATOR. */
  login?: Subject['login']
  /** Of the case of the person, which is resolved. */
  assigned?: true
  /** Has edited the comment of another on the case. */
  edited?: true
  send(subject: Subject): Promise<unknown>
  /** Who sends it, if that is not the person. */
  by?: Credentials
  /** What the sender gets if the person is erased first. */
  refusal: object
}

const changeBy =
  (name: ChangeName, input: (subject: Subject) => object, by?: Credentials): Write['send'] =>
  (subject) =>
    change(server.url, name, { ...input(subject), idempotencyKey: keyOf(subject, by) }, by ?? subject.caller)
const keyOf = ({ id, trace }: Subject, by?: Credentials) => (by ? `key ${id}` : `of ${trace}`)
const unauthenticated = { error: { code: 'UNAUTHENTICATED' } }

const edit: Write = {
  send: changeBy('editComment', ({ caseId }) => ({ commentId: `comment:${caseId}:1:1`, text: 'Another text' }), olga),
  by: olga,
  refusal: { code: 'invalidId' },
}
const writes: Record<string, Write> = {
  'a comment': {
    send: changeBy('addComments', ({ caseId: id, trace: text }) => ({ caseInstanceId: `${id}`, comments: [{ text }] })),
    refusal: unauthenticated,
  },
  'an edited comment, whose earlier text the event has': edit,
  "an edited comment of another, whose earlier text is the person's": { ...edit, edited: true },
  'a removed assignee': {
    assigned: true,
    send: changeBy('unassignCase', ({ caseId }) => ({ caseInstanceId: `${caseId}` }), olga),
    by: olga,
    refusal: { case: { version: 2 } },
  },
  'a new assignee': {
    send: changeBy('assignCase', ({ caseId, email }) => ({ caseInstanceId: `${caseId}`, email }), olga),
    by: olga,
    refusal: { code: 'operatorNotValid' },
  },
  'a new case': {
    send: changeBy('createCase', ({ trace }) => ({ ...codes, caseData: refundData, comments: [{ text: trace }] })),
    refusal: unauthenticated,
  },
  'a new case for a party': {
    login: 'PARTY',
    send: changeBy('createCase', ({ email }) => ({ ...codes, caseData: refundData, partyEmail: email }), olga),
    by: olga,
    refusal: { code: 'partyNotValid' },
  },
  'the answer to a request with problems': {
    send: changeBy('updateCase', ({ caseId }) => ({ caseInstanceId: `${caseId}`, ...codes, status: 'None' })),
    refusal: unauthenticated,
  },
  'a session of an issuer': {
    send: ({ login, trace }) =>
      openIssuerSession(server.database, identityOf(login, trace), { idleSeconds: null }).catch(nameOf),
    refusal: { name: 'RejectedJwt' },
  },
}
const identityOf = (login: Subject['login'], trace: string) => {
  const now = Math.floor(Date.now() / 1000)
  const none = { email: null, emailKey: null, firstname: null }
  const who = { issuer, subject: trace, sid: '', touchpoint: 'desk', login, personClaim: 'sub' as const }
  return { ...who, ...none, issuedAt: now, expiresAt: now + 600 }
}
const nameOf = (error: unknown) => ({ name: (error as Error).constructor.name })
let databaseUrl: string
// Without a time limit, so that locks are waited for until they are released.
const open = () => openUntilEnd(databaseUrl, { poolSize: 8 })
const server = useServer({
  async database() {
    databaseUrl = await createPostgresDatabase('demo')
    return open()
  },
})

// The embedded store has a single connection, so no other connection can hold a lock.
describe.runIf(databaseKind === 'postgresql')('while a person is erased', () => {
  /** Another process, and one that only holds locks. */
  let other: Database
  let beside: Database

  beforeAll(async () => {
    other = await open()
    beside = await open()
  })

  let count = 0

  async function subjectOf({ login = 'OPERATOR', assigned, edited }: Partial<Write>): Promise<Subject> {
    const trace = `trace${++count}x`
    const email = `${trace}@example.com`
    const person = { email, firstname: trace }
    const isParty = login === 'PARTY'
    const operator = { ...person, subject: trace, typeCodes: ['REFUND'] }
    await importData(server.database, isParty ? { parties: [person] } : { operators: [operator] })
    const of = edited ? ['another', 'omar@example.com'] : [trace, email]
    const comment = { text: `A text of ${of[0]}`, authorEmail: of[1]!, touchpointCode: 'desk' }
    const caseId = await server.addCase({
      status: 'Resolved',
      resolution: 'Fixed',
      ...(assigned && { assigneeEmail: email }),
      comments: isParty ? [] : [comment],
    })
    const [row] = await sql<{ id: string }>(server.database, 'select id from persons where email = $1', [email])
    const { token } = await issueSession(server.database, { touchpoint: 'desk', login, email })
    const caller = { token, touchpoint: 'desk' }
    if (edited) await changed('editComment', { commentId: `comment:${caseId}:1:1`, text: `A text of ${trace}` }, caller)
    return { id: Number(row!.id), trace, login, email, caller, caseId }
  }

  const erase = (id: number) => eraseById({ database: other, log: { warn() {} } }, id, { actor: null, dryRun: false })

  /** Resolves when so many connections wait for locks. A timer writes the last use of sessions, which may wait as well. */
  async function waiting(number: number): Promise<void> {
    const text = `select count(*)::int from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and query not like '%set last_used_at%'`
    await expect.poll(async () => (await sql<{ count: number }>(beside, text))[0]?.count).toBe(number)
  }

  /** Sends something while the erasure of the person waits for its end. */
  function duringErasure(subject: Subject, send: () => Promise<unknown>) {
    return beside.transaction(async (transaction) => {
      // The erasure writes to this table last.
      await transaction.run({ name: '', text: 'lock table operator_types in share mode' } as never)
      const erased = erase(subject.id)
      await waiting(1)
      const sent = send()
      await waiting(2)
      return { sent, erased }
    })
  }

  async function expectErased({ id, trace }: Subject): Promise<void> {
    const rows = (await dumpRows(server.database)).split('\n')
    const hexadecimal = Buffer.from(trace).toString('hex')
    expect(rows.filter((row) => row.includes(trace) || row.includes(hexadecimal))).toEqual([])
    const sessions = 'select from sessions where person_id = $1 and revoked_at is null'
    expect(await sql(server.database, sessions, [id])).toEqual([])
  }

  describe.each(Object.entries(writes))('%s', (_name, write) => {
    test('is erased if it was being written before', async () => {
      const subject = await subjectOf(write)
      const held = (write.by ?? subject.caller).token
      let written: Promise<unknown>
      let erased: Promise<unknown>
      await beside
        .transaction(async (transaction) => {
          // The write waits for the same key, or for a session with the same subject. The erasure does not.
          const selection = `with key as (
             insert into idempotency_keys (token_hash, key, request_hash, created_at) values (decode($1, 'hex'), $2, '', now())
           )
           insert into sessions (token_hash, touchpoint_code, person_id, origin, issuer, subject, sid)
           select '\\x00', 'desk', id, 'ISSUER', $3, $4, '' from persons where email = 'omar@example.com'`
          await sql(transaction as never, selection, [hashToken(held), keyOf(subject, write.by), issuer, subject.trace])
          written = write.send(subject)
          await waiting(1)
          erased = erase(subject.id)
          await Promise.race([erased, waiting(2)])
          throw new Released()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Released)) throw error
        })
      expect(await written!).not.toMatchObject(unauthenticated)
      expect(await erased!).toMatchObject({ cases: expect.any(Number) })
      await expectErased(subject)
    })
    test('is not written if it comes later', async () => {
      const subject = await subjectOf(write)
      const { sent, erased } = await duringErasure(subject, () => write.send(subject))
      expect(await sent).toMatchObject(write.refusal)
      expect(await erased).toMatchObject({ cases: expect.any(Number) })
      await expectErased(subject)
    })
  })

  test('no session of the person begins', async () => {
    const subject = await subjectOf({})
    const { sent, erased } = await duringErasure(subject, () =>
      issueSession(server.database, { ...subject, touchpoint: 'desk' }).catch((error: unknown) => error),
    )
    expect(await sent).toMatchObject({ code: 'UNAVAILABLE' })
    await erased
    await expectErased(subject)
  })
})

async function changed(name: ChangeName, input: Record<string, unknown>, caller: Credentials): Promise<void> {
  expect(await change(server.url, name, input, caller)).toHaveProperty('case')
}

/** Rolls a transaction back. */
class Released extends Error {}
