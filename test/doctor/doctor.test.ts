import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { issueSession } from '../../src/auth/sessions/command-sessions.ts'
import type { Database } from '../../src/database/database.ts'
import { type CheckOptions, runChecks } from '../../src/doctor/doctor.ts'
import type { CheckResult } from '../../src/doctor/check-result.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { emailKey } from '../../src/people/email.ts'
import demoData from '../../src/transfer/demo-data.json' with { type: 'json' }
import { createPostgresDatabase, emptyDatabase, openUntilEnd, sql } from '../support/database/database.ts'

function check(database: Database, options: Partial<CheckOptions> = {}): Promise<CheckResult[]> {
  return Array.fromAsync(runChecks(database, { deep: false, poolSize: 2, explain: String, ...options }))
}

// The tests' own server would fail some of these. doctor.rules.test.ts covers them.
const serverChecks = ['version', 'encoding', 'role', 'encryption', 'durability', 'connections']
// The demonstration data of the tests has no admin.

async function findProblems(database: Database, options: Partial<CheckOptions> = {}): Promise<CheckResult[]> {
  const results = await check(database, options)
  return results.filter(({ check, level }) => level !== 'ok' && ![...serverChecks, 'admins'].includes(check))
}

const problem = (level: CheckResult['level'], check: string, message: RegExp) => ({
  level,
  check,
  message: expect.stringMatching(message),
  advice: expect.stringMatching(/^\S.*\S$/),
})

const { sessions, ...withoutSessions } = demoData

describe('a healthy database', () => {
  test('has no problems, with or without --deep', async () => {
    const database = await emptyDatabase()
    expect(await findProblems(database)).toEqual([])
    const [setup] = (await check(database)).filter(({ check, level }) => check === 'setup' && level === 'ok')
    expect(setup?.message).toMatch(/^The database is ready to be set up\./)
    expect(setup?.message).toContain(
      'none of these yet: categories, types, type categories, statuses, resolutions, persons, touchpoints.',
    )
    await importData(database, withoutSessions)
    await issueSession(database, { touchpoint: 'desk', login: 'OPERATOR', email: 'olga@example.com' })
    for (const deep of [false, true]) {
      const results = await check(database, { deep })
      expect(await findProblems(database, { deep })).toEqual([])
      expect(results.some(({ check }) => check === 'rows')).toBe(deep)
      const checks = ['connection', 'clock', 'migrations', 'schema', 'privileges']
      const ofRows = ['sequences', 'sessions']
      expect(results.map(({ check }) => check)).toEqual(expect.arrayContaining([...checks, ...ofRows]))
    }
  })

  test('can be read-only', async () => {
    const database = await openWith('default_transaction_read_only', 'on')
    const results = (await findProblems(database)).filter(({ check }) => check !== 'sessions')
    expect(results).toEqual([problem('failure', 'writing', /does not accept writes/)])
  })
})

describe('doctor reports', () => {
  let shared: Database
  beforeAll(async () => {
    shared = await openWith('role', 'none')
    await sql(shared, 'delete from sessions')
  })
  // Its only connection keeps everything in the transaction, but sequences are not rolled back.
  afterEach(async () => {
    await sql(shared, 'rollback')
    await sql(shared, 'delete from sessions')
    for (const table of ['cases', 'persons', 'operator_groups']) {
      await sql(shared, setLast(table, `(select max(id) from ${table})`))
    }
  })

  type Corruption = [claim: string, changes: string | string[], message: RegExp, level?: CheckResult['level']]

  async function problemsAfter(changes: string | string[], options?: Partial<CheckOptions>): Promise<CheckResult[]> {
    await sql(shared, 'begin')
    for (const change of [changes].flat()) await sql(shared, change)
    return findProblems(shared, options)
  }

  const dropForeignKey = 'alter table sessions drop constraint sessions_person_id_foreign'
  const neverValidated = [
    'alter table persons drop constraint persons_kind_check',
    `alter table persons add constraint persons_kind_check
      check (kind in ('ADMIN', 'CONSUMER', 'OPERATOR', 'PARTY')) not valid`,
  ]
  const letBlockedIn = `create or replace view live_sessions as
    select s.token_hash, s.touchpoint_code, p.id as person_id, p.kind as login, p.firstname, p.email, r.revision
    from sessions s join persons p on p.id = s.person_id cross join catalogue_revision r
    where s.revoked_at is null and (s.expires_at is null or s.expires_at > statement_timestamp()) and p.active`
  const invalidIndex = `update pg_index set indisvalid = false where indexrelid = 'sessions_id_unique'::regclass`
  const disableAll = 'alter table sessions disable trigger all'
  const disableTrigger = 'alter table case_types disable trigger renew_catalogue_revision'
  const dropTrigger = 'drop trigger renew_catalogue_revision on touchpoint_grants'

  test.each<Corruption>([
    ['a missing column', 'alter table case_events drop column internal', /internal/],
    ['an extra column', 'alter table cases add column colour text', /colour/, 'warning'],
    ['an extra index', 'create index more on cases (updated_at)', /more/, 'warning'],
    ['a missing foreign key', dropForeignKey, /sessions_person_id_foreign/],
    ['a missing check', 'alter table cases drop constraint cases_one_assignee', /cases_one_assignee/],
    ['a constraint that was never validated', neverValidated, /persons_kind_check on persons is not validated/],
    ['an index that is not valid', invalidIndex, /sessions_id_unique on sessions is not valid/],
    ['a disabled foreign key', disableAll, /trigger of sessions is disabled, and with it a foreign key/],
    ['a disabled trigger', disableTrigger, /trigger of case_types is disabled\./],
    ['a missing trigger', dropTrigger, /renew_catalogue_revision on touchpoint_grants/],
    ['a missing view', 'drop view operator_authorisations', /operator_authorisations is missing/],
    ['a view that lets blocked persons in', letBlockedIn, /live_sessions differs from the migrations/],
    ['a catalogue without a revision', 'delete from catalogue_revision', /catalogue_revision has no row/],
  ])('%s', async (_claim, changes, message, level = 'failure') => {
    expect(await problemsAfter(changes)).toEqual([problem(level, 'schema', message)])
  })

  test.each<Corruption>([
    ['case ids that are in use', setLast('cases', '1004'), /be 1005, but 1008 is in use/],
    ['case ids that have run out', setLast('cases', '9007199254740991'), /No IDs are left/],
    ['case ids in the range of imports', setLast('cases', '4503599627370496'), /have reached 45035.*370496/, 'warning'],
    ['ids of persons that are in use', setLast('persons', '1'), /The next ID of persons would be 2/],
    ['ids of groups that are in use', setLast('operator_groups', '1'), /The next ID of operator_groups would be 2/],
  ])('%s', async (_claim, changes, message, level = 'failure') => {
    expect(await problemsAfter(changes)).toEqual([problem(level, 'sequences', message)])
  })

  test('a setting that something else has changed', async () => {
    const changed = problem('failure', 'settings', /^jit is on instead of off\.$/)
    expect(await problemsAfter('set local jit = on')).toEqual([changed])
  })

  test('operators without any authorisation', async () => {
    const add = `insert into persons (kind, email, email_key, firstname, active, blocked)
      values ('OPERATOR', 'new@example.com', 'new@example.com', 'New', true, false)`
    expect(await problemsAfter(add)).toEqual([
      problem('warning', 'setup', /authorised for no type and are in no active group \(1 in total\)\.$/),
    ])
  })

  test('no active admin', async () => {
    const admins = async (change?: string) => {
      if (change) await sql(shared, change)
      return (await check(shared)).filter(({ check: name, level }) => name === 'admins' && level !== 'ok')
    }
    await sql(shared, 'begin')
    const missing = [problem('warning', 'admins', /no active admin/)]
    expect(await admins()).toEqual(missing)
    expect(missing[0]!.advice).toBeDefined()
    const add = `insert into persons (kind, email, email_key, firstname, active, blocked)
      values ('ADMIN', 'ada@example.com', 'ada@example.com', 'Ada', true, false)`
    expect(await admins(add)).toEqual([])
    expect(await admins(`update persons set blocked = true where kind = 'ADMIN'`)).toEqual(missing)
  })

  test.each([
    ['status', 'case_statuses'],
    ['resolution', 'case_resolutions'],
  ])('a missing default %s', async (name, table) => {
    const expected = problem('warning', 'setup', new RegExp(`^No active ${name} is the default`))
    expect(await problemsAfter(`update ${table} set is_default = false`)).toEqual([expected])
    expect(await problemsAfter(`update ${table} set active = false where is_default`)).toEqual([expected])
  })

  const typesOfParty = `insert into operator_types select min(id), 'REFUND' from persons where kind = 'PARTY'`
  const noEvents = ['delete from case_comments where case_id = 1001', 'delete from case_events where case_id = 1001']
  const gap = [
    'update cases set version = version + 2 where id = 1001',
    `insert into case_events (case_id, version, kind, actor_id, touchpoint_code, at, changes)
      select c.id, c.version, 'UPDATED', p.id, 'desk', c.updated_at, '[]'
      from cases c, (select min(id) as id from persons) p where c.id = 1001`,
  ]
  const noEvent = `update cases set status = 'New', updated_at = now() where id = 1001`
  const noActor = `update case_events set kind = 'UPDATED' where case_id = 1008`
  const noAuthor = 'update case_comments set imported_author_id = null, imported_at = null where case_id = 1001'
  const partyAsAssignee = `update cases set group_id = null, assignee_id =
    (select min(id) from persons where kind = 'PARTY') where id = 1001`
  const oneSided = `insert into case_links values (1001, 1002, 'CHILD', now())`
  const noObject = `update cases set case_data = '[]' where id = 1001`

  test.each<Corruption>([
    ['a case ahead of its events', 'update cases set version = version + 1 where id = 1001', of1001('whose version.*')],
    ['a case without events', noEvents, of1001('whose version.*')],
    ['a gap in the events', gap, of1001('events have gaps')],
    ['a case that changed without an event', noEvent, of1001('at a different time.*')],
    ['an event without an author', noActor, /no author or touchpoint: 1, such as 1008\.$/],
    ['a comment without an author', noAuthor, of1001('comment that has no author or two authors')],
    ['a party as assignee', partyAsAssignee, of1001('assignee is not an operator')],
    [
      'a tag that does not exist',
      `update cases set tags = '{NONE}' where id = 1001`,
      of1001('tag that does not exist'),
    ],
    ['a link of one side', oneSided, of1001('link that the other case does not have')],
    ['a merge into nothing', 'update cases set merged_into_id = 1002 where id = 1001', of1001('merge is not recorded')],
    ['case data that is not an object', noObject, of1001('not a JSON object')],
    ['a party with the types of an operator', typesOfParty, /not operators.*: 1, such as \d+\.$/],
  ])('%s, with --deep', async (_claim, changes, message, level = 'failure') => {
    expect(await problemsAfter(changes, { deep: true })).toEqual([problem(level, 'rows', message)])
  })

  function of1001(message: string): RegExp {
    return new RegExp(`${message}: 1, such as 1001\\.$`)
  }

  test.each<[string, string, RegExp]>([
    [
      'a comment without an event',
      `insert into case_comments select 1001, 98 + n, 0, 'Lost', false from generate_series(1, 2) n`,
      /rows of case_comments without their parent in case_events \(case_id, version\): 2, such as 1001, 100\.$/,
    ],
    [
      'a case with an unknown status',
      `update cases set status = 'Lost' where id = 1001`,
      /rows of cases without their parent in case_statuses \(status\): 1, such as Lost\.$/,
    ],
    [
      'a session with an unknown touchpoint',
      `insert into sessions (token_hash, touchpoint_code, person_id, expires_at)
          select 'x', 'nowhere', min(id), now() + interval '1 hour' from persons`,
      /rows of sessions without their parent in touchpoints \(touchpoint_code\): 1, such as nowhere\.$/,
    ],
  ])('%s, with --deep', async (_claim, change, message) => {
    await sql(shared, 'begin')
    await sql(shared, 'set local session_replication_role = replica')
    await sql(shared, change)
    expect(await findProblems(shared)).toEqual([])
    expect(await findProblems(shared, { deep: true })).toEqual([problem('failure', 'rows', message)])
  })

  test('persons whose key is not their folded email address, with --deep', async () => {
    await sql(shared, 'begin')
    await sql(shared, `update persons set email = 'OLGA@Example.com' where email = 'olga@example.com'`)
    await sql(
      shared,
      `insert into persons (kind, email, email_key, firstname, active, blocked)
        values ('PARTY', 'ΟΔΟΣ@example.com', $1, 'Sigma', true, false)`,
      [emailKey('ΟΔΟΣ@example.com')],
    )
    expect(await findProblems(shared, { deep: true })).toEqual([])
    await sql(shared, `update persons set email_key = email where email = 'OLGA@Example.com'`)
    expect(await findProblems(shared)).toEqual([])
    expect(await findProblems(shared, { deep: true })).toEqual([
      problem('failure', 'rows', /cannot be found by their email address.*: \d, such as \d+/),
    ])
  })

  test('every trigger whose function does something else', async () => {
    await sql(shared, 'begin')
    await sql(
      shared,
      `create or replace function renew_catalogue_revision() returns trigger language plpgsql as $$
        begin return null; end $$`,
    )
    const results = await findProblems(shared)
    expect(results).toHaveLength(13)
    expect(results[0]).toEqual(problem('failure', 'schema', /case_categories is missing or altered/))
  })

  test('secrets that are old, public or too many, and logins that they do not fit', async () => {
    const secret = (code: string, text: string, age = '1 day', revoked = 'null') => `
      insert into touchpoint_secrets (touchpoint_code, secret_hash, created_at, revoked_at)
      values ('${code}', sha256('${text}'), now() - interval '${age}', ${revoked})`
    const problems = await problemsAfter([
      `update touchpoints set logins = '{PARTY}'`,
      secret('app', 'app', '366 days', 'now()'),
      ...['one', 'two', 'three'].map((text) => secret('kiosk', text)),
      `update touchpoints set logins = '{}' where code = 'partner'`,
      secret('partner', 'old', '366 days'),
      `update touchpoints set logins = '{PARTY,OPERATOR}' where code = 'web'`,
      secret('web', 'cgs_demo-web'),
      `update touchpoints set logins = '{OPERATOR,ADMIN}' where code = 'desk'`,
      secret('desk', 'desk', '364 days'),
    ])
    expect(problems).toEqual(
      [
        /^The touchpoint "app" has login kinds \(party\), but has no valid secret\.$/,
        /^The touchpoint "kiosk" has 3 valid secrets, more than 2\.$/,
        /^The touchpoint "partner" has a secret that is older than a year, [0-9a-f-]{36}\.$/,
        /^The touchpoint "partner" has a valid secret, but no login kinds\.$/,
        /^The touchpoint "web" has a public secret of the demonstration data, [0-9a-f-]{36}\.$/,
        /^The touchpoint "web" creates sessions for customers and staff \(party, operator\)\.$/,
      ].map((message) => problem('warning', 'touchpoints', message)),
    )
  })

  test('sessions that are public or never expire', async () => {
    const [session] = sessions
    const endless = { ...session!, expiresAt: '2999-01-01T00:00:00Z', token: 'my own' }
    const database = shared
    await importData(database, { sessions: [endless] })
    expect(await findProblems(database)).toEqual([
      problem('warning', 'sessions', /^1 live session without expiry, such as /),
    ])
    await importData(database, { sessions })
    const results = await findProblems(database)
    expect(results).toEqual([
      problem('warning', 'sessions', /^9 live sessions with a public token/),
      problem('warning', 'sessions', /^10 live sessions without expiry/),
    ])
    const tokens = [...sessions.map(({ token }) => token), 'my own']
    for (const token of tokens) expect(JSON.stringify(results)).not.toContain(token)
  })

  test('a role that cannot serve, and one that can do nothing else', async () => {
    const clerk = `clerk_${randomBytes(6).toString('hex')}`
    const database = shared
    const asClerk = async () => {
      await sql(database, `set role ${clerk}`)
      const results = (await findProblems(database)).filter(({ check }) => check !== 'sessions')
      await sql(database, 'reset role')
      return results
    }
    await sql(database, `create role ${clerk} login`)
    await sql(database, `grant select on all tables in schema public to ${clerk}`)
    const all = (table: string) => `DELETE on ${table}, INSERT on ${table}, UPDATE on ${table}`
    const onUsage = all('idempotency_keys')
    const needed = /server needs: DELETE on attachment_chunks, .*UPDATE on webhook_secrets\.$/
    const unread = ['cases', 'persons', 'operator_groups'].map(
      (table) => new RegExp(`may not read the sequence of ${table},`),
    )
    expect(await asClerk()).toEqual([
      problem('failure', 'privileges', needed),
      ...unread.map((words) => problem('warning', 'sequences', words)),
    ])
    await sql(database, `grant select on all sequences in schema public to ${clerk}`)
    expect(await asClerk()).toEqual([problem('failure', 'privileges', needed)])
    const configured =
      'case_categories, case_resolutions, case_statuses, case_type_categories, case_types, operator_groups, persons, ' +
      'saved_replies, tags, touchpoint_secrets, touchpoints, sla_calendars, sla_policies'
    const listed =
      'case_status_transitions, case_type_fields, operator_group_members, operator_group_types, operator_types, touchpoint_grants'
    await sql(database, `grant insert, update on cases, case_comments, case_events, audit_events, sessions to ${clerk}`)
    await sql(database, `grant insert, update on ${configured} to ${clerk}`)
    const signIn = 'invitations, passkeys, used_challenges'
    const sending =
      'attachment_chunks, attachments, case_feed, case_links, case_merges, case_outbox, case_presences, case_reads, case_terms, person_terms, webhook_deliveries, webhook_endpoints, webhook_secrets'
    await sql(
      database,
      `grant insert, update, delete on erased_identities, ${listed}, ${sending}, ${signIn} to ${clerk}`,
    )
    await sql(database, `grant update on catalogue_revision, sla_recomputation to ${clerk}`)
    expect(await asClerk()).toEqual([
      problem('failure', 'privileges', new RegExp(`server needs: ${onUsage}, DELETE on sessions\\.$`)),
    ])
    await sql(database, `grant insert, update, delete on idempotency_keys, sessions to ${clerk}`)
    expect(await asClerk()).toEqual([
      problem('warning', 'privileges', /can serve, but lacks INSERT on catalogue_revision/),
    ])
    await sql(database, `drop owned by ${clerk}`)
    await sql(database, `drop role ${clerk}`)
  })

  test('a full disk', async () => {
    const refuse = `create function refuse() returns event_trigger language plpgsql as $$
      begin raise exception using errcode = '53100', message = 'No space left on device'; end $$`
    const onCreate = `create event trigger refuse on ddl_command_start when tag in ('CREATE TABLE AS')
      execute function refuse()`
    const database = await emptyDatabase()
    for (const command of [refuse, onCreate]) await sql(database, command)
    expect(await findProblems(database)).toEqual([problem('failure', 'space', /no room for 32 MiB more/)])
  })

  test('clocks that differ, in either direction', async () => {
    const at = (offset: number) => findProblems(shared, { now: () => Date.now() + offset })
    expect(await at(60_000)).toEqual([problem('warning', 'clock', /^The database's clock is (59|60|61) s behind/)])
    expect(await at(-60_000)).toEqual([problem('warning', 'clock', /^The database's clock is (59|60|61) s ahead/)])
    expect(await at(1_000)).toEqual([])
  })
})

describe('later checks are skipped after', () => {
  const last = (results: CheckResult[]) => results.at(-1)

  test('a schema that is older', async () => {
    const database = await emptyDatabase()
    await sql(database, 'delete from mikro_orm_migrations')
    const message = /^The database lacks Migration\d+_initial/
    expect(last(await check(database))).toEqual(problem('failure', 'migrations', message))
  })

  test('a schema that is newer', async () => {
    const database = await emptyDatabase()
    await sql(database, `insert into mikro_orm_migrations (name, executed_at) values ('Migration2999_later', now())`)
    expect(last(await check(database))).toEqual(problem('failure', 'migrations', /Migration2999_later/))
  })

  test('a failed connection', async () => {
    const database = await openUntilEnd('postgresql://127.0.0.1:1/x', { poolSize: 1 })
    expect(await check(database)).toEqual([problem('failure', 'connection', /The database is unavailable/)])
  })
})

describe('the advice', () => {
  test.each(['1004', '9007199254740991'])('corrects the ids of cases after %s', async (last) => {
    const database = await emptyDatabase()
    await importData(database, { ...withoutSessions, cases: [...demoData.cases, highest] })
    await sql(database, setLast('cases', last))
    const [problem] = await findProblems(database)
    await sql(database, problem!.advice!.replace('Run: ', ''))
    expect(await findProblems(database)).toEqual([])
    expect(await sql(database, `select nextval(pg_get_serial_sequence('cases', 'id')) as id`)).toEqual([{ id: 1009 }])
  })

  test('restores the revision', async () => {
    const database = await emptyDatabase()
    await sql(database, 'delete from catalogue_revision')
    const [problem] = await findProblems(database)
    await sql(database, problem!.advice!.replace('Run: ', ''))
    expect(await findProblems(database)).toEqual([])
  })

  const highest = { ...demoData.cases[0]!, id: Number.MAX_SAFE_INTEGER }
})

/** Sets the last id that a sequence has returned. */
function setLast(table: string, id: string): string {
  return `select setval(pg_get_serial_sequence('${table}', 'id'), ${id})`
}

/** Opens a database with the demonstration data over a single connection, with one setting changed. */
async function openWith(name: string, value: string): Promise<Database> {
  const url = await createPostgresDatabase('demo')
  const database = await openUntilEnd(url, { poolSize: 1 })
  await sql(database, `set ${name} = ${value}`)
  return database
}
