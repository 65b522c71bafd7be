import { beforeAll, describe, expect, test } from 'vitest'
import { issuedSecret } from '../support/issuer/issue-secret.ts'
import { hashToken } from '../../src/viewer/viewer.ts'
import type { Database } from '../../src/database/database.ts'
import { loadDemoData } from '../../src/transfer/demo-data.ts'
import identityData from '../../src/transfer/demo-data-identity.json' with { type: 'json' }
import { importData } from '../../src/transfer/import/import.ts'
import { emptyDatabase, freshDatabase, sql } from '../support/database/database.ts'
import { rowVersions } from '../support/database/dump-rows.ts'

let database: Database
beforeAll(async () => (database = await freshDatabase()))

const webTouchpoint = `
  select t.code, name, all_type_categories, logins, registers, count(g)::int as grants
  from touchpoints t left join touchpoint_grants g on g.touchpoint_code = t.code
  where t.code = 'web' group by t.code`
const validSecrets = `
  select touchpoint_code, encode(secret_hash, 'hex') as hash from touchpoint_secrets
  where revoked_at is null order by touchpoint_code, created_at`
const subjectOf = (email: string) => sql(database, 'select subject from persons where email_key = $1', [email])
const routing = `select name from case_type_categories join operator_groups g on g.id = group_id`

const errorsOf = (data: object) =>
  importData(database, data).then(
    () => [],
    ({ errors }: { errors: string[] }) => errors,
  )

describe('an import of identities', () => {
  test('loads the demonstration data of logins into the demo store', async () => {
    const demo = await emptyDatabase()
    expect(await loadDemoData(demo)).toBe(true)
    const web = { code: 'web', name: 'Self-service web site', allTypeCategories: false, grants: 8 }
    expect(await sql(demo, webTouchpoint)).toEqual([{ ...web, logins: ['PARTY', 'CONSUMER'], registers: ['PARTY'] }])
    const imports = `select actor_id, touchpoint_code, target, changes from audit_events where action = 'IMPORTED'`
    const changes = ['cases', 'others'].map((name) => ({ path: [name], from: 0, to: expect.any(Number) }))
    expect(await sql(demo, imports)).toEqual([{ actorId: null, touchpointCode: null, target: 'import', changes }])
    expect(await sql(demo, validSecrets)).toEqual([
      { touchpointCode: 'desk', hash: hashToken('cgs_demo-desk') },
      { touchpointCode: 'web', hash: hashToken('cgs_demo-web') },
    ])
    const admins = `select email, token_hash from live_sessions where login = 'ADMIN'`
    const tokenHash = Buffer.from(hashToken('demo-admin-ada'), 'hex')
    expect(await sql(demo, admins)).toEqual([{ email: 'ada@example.com', tokenHash }])
    const before = await rowVersions(demo)
    expect(await importData(demo, identityData)).toEqual({ cases: 0, casesLeft: 0, others: 0 })
    expect(await rowVersions(demo)).toEqual(before)
  })

  test('keeps the values of an existing touchpoint that are absent', async () => {
    await importData(database, identityData)
    const [before] = await sql<object>(database, webTouchpoint)
    await importData(database, { touchpoints: [{ code: 'web', name: null, logins: ['PARTY'] }] })
    expect(await sql(database, webTouchpoint)).toEqual([{ ...before, logins: ['PARTY'] }])
    await importData(database, { touchpoints: [{ code: 'web', name: 'Web', logins: [], allTypeCategories: false }] })
    expect(await sql(database, webTouchpoint)).toEqual([{ ...before, name: 'Web', logins: [] }])
    expect(await errorsOf({ touchpoints: [{ code: 'new', logins: ['PARTY'] }] })).toEqual([
      'touchpoints[0].name: is required, because the touchpoint does not exist yet',
    ])
  })

  test('never revives a revoked secret, and accepts two valid ones', async () => {
    const partner = (...secrets: string[]) => ({ touchpoints: [{ code: 'partner', secrets }] })
    expect((await importData(database, partner('a', 'b'))).others).toBe(2)
    expect(await errorsOf(partner('c'))).toEqual([
      expect.stringMatching(
        /^touchpoints\[0\]\.secrets: the touchpoint would have 3 valid secrets, and can have 2; rev/,
      ),
    ])
    await sql(database, `update touchpoint_secrets set revoked_at = now() where touchpoint_code = 'partner'`)
    expect((await importData(database, partner('a', 'b'))).others).toBe(0)
    expect((await importData(database, partner('a', 'c', 'd'))).others).toBe(2)
    expect(
      (await sql<{ touchpointCode: string; hash: string }>(database, validSecrets))
        .filter(({ touchpointCode }) => touchpointCode === 'partner')
        .map(({ hash }) => hash)
        .sort(),
    ).toEqual(['c', 'd'].map(hashToken).sort())
    expect(await errorsOf({ touchpoints: [{ code: 'app', secrets: ['c', 'e', 'e'] }] })).toEqual([
      'touchpoints[0].secrets[0]: another touchpoint has this secret',
      'touchpoints[0].secrets[2]: must not repeat touchpoints[0].secrets[1]',
    ])
  })

  test('and commands never give a touchpoint three valid secrets, if they run at once', async () => {
    const code = 'kiosk'
    const created = Array.from({ length: 8 }, () => issuedSecret(database, code))
    const imported = Array.from({ length: 8 }, (_, i) =>
      importData(database, { touchpoints: [{ code, secrets: [`kiosk-${i}`] }] }),
    )
    const outcomes = await Promise.allSettled([...created, ...imported])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const valid = await sql<{ touchpointCode: string }>(database, validSecrets)
    expect(valid.filter(({ touchpointCode }) => touchpointCode === code)).toHaveLength(2)
  })

  test('keeps the subject of a person if it is absent, and removes it if it is null', async () => {
    const paula = { email: 'paula@example.com', firstname: 'Paula' }
    const pedro = { email: 'pedro@example.com', firstname: 'Pedro' }
    await importData(database, { parties: [{ ...paula, subject: 'sub' }] })
    await importData(database, { parties: [paula], consumers: [{ ...paula, subject: 'sub' }] })
    expect(await subjectOf('paula@example.com')).toEqual([{ subject: 'sub' }, { subject: 'sub' }])
    expect(await errorsOf({ parties: [{ ...pedro, subject: 'sub' }] })).toEqual([
      'parties[0].subject: is already in use by another person',
    ])
    const twice = [pedro, paula].map((person) => ({ ...person, subject: 'twice' }))
    expect(await errorsOf({ parties: twice })).toEqual(['parties[1].subject: must not repeat parties[0].subject'])
    await importData(database, { parties: [{ ...paula, subject: null }] })
    await importData(database, { parties: [{ ...pedro, subject: 'sub' }] })
    expect(await subjectOf('pedro@example.com')).toEqual([{ subject: 'sub' }])
  })

  test('keeps the group of a type category if it is absent, and removes it if it is null', async () => {
    const pair = { typeCode: 'REFUND', categoryCode: 'BILLING', appVisible: true }
    const withGroup = (groupName?: string | null) => ({ typeCategories: [{ ...pair, groupName }] })
    await importData(database, { ...withGroup('New team'), operatorGroups: [{ name: 'New team' }] })
    await importData(database, withGroup())
    expect(await sql(database, routing)).toEqual([{ name: 'New team' }])
    expect(await errorsOf(withGroup('Nobody'))).toEqual([
      'typeCategories[0].groupName: no operator group "Nobody" in the file or the database',
    ])
    await importData(database, withGroup(null))
    expect(await sql(database, routing)).toEqual([])
  })
})
