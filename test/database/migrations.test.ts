import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Migration } from '@mikro-orm/migrations'
import { afterEach, describe, expect, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { readConfig } from '../../src/settings/config.ts'
import type { Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/open-database.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { migrate, requireCurrentSchema, schemaState } from '../../src/database/schema/migrate.ts'
import demoData from '../../src/transfer/demo-data.json' with { type: 'json' }
import { createPostgresDatabase, databaseKind, emptyDatabase, openUntilEnd } from '../support/database/database.ts'
import { freshDatabase, sql } from '../support/database/database.ts'
import { emptyStore } from '../support/database/stores.ts'
import { startServe } from '../support/server/process.ts'

const drift = (database: Database) => database.orm.schema.getUpdateSchemaSQL({ wrap: false })

describe('a migrated database', () => {
  let changed: Database | undefined

  test('matches the entities', async () => {
    const database = await emptyDatabase()
    expect([await drift(database), await schemaState(database)]).toEqual(['', { pending: [], unknown: [] }])
  })

  test.each([
    ['cases add column colour text', 'colour'],
    ['cases drop column status', '"status"'],
    ['persons alter column firstname drop not null', 'firstname'],
    ['case_comments alter column text type varchar(10000)', '"text"'],
    ['sessions drop constraint sessions_person_id_foreign', 'sessions_person_id_foreign'],
    ['persons drop constraint persons_kind_check', 'persons_kind_check'],
    ['operator_groups drop constraint operator_groups_name_unique', 'operator_groups_name_unique'],
  ])('is told from one after: alter table %s', async (change, difference) => {
    changed ??= await emptyDatabase()
    await sql(changed, `alter table ${change}`)
    expect(await drift(changed)).toContain(difference)
  })

  test('has no pending migrations', async () => {
    const database = await freshDatabase()
    expect(await migrate(database)).toEqual([])
    expect(await sql(database, 'select id from cases')).toHaveLength(demoData.cases.length)
  })

  test('is rejected if a newer version has migrated it', async () => {
    const database = await emptyDatabase()
    await sql(database, `insert into mikro_orm_migrations (name, executed_at) values ('Migration2999_later', now())`)
    await expect(requireCurrentSchema(database)).rejects.toThrow('Migration2999_later')
  })
})

describe('a server', () => {
  const executed = `insert into mikro_orm_migrations (name, executed_at) values ('Migration2999_later', now())`

  async function storeOf(change: string): Promise<Record<string, string>> {
    const settings = await emptyStore()
    const database = await openDatabase(readConfig(settings).store)
    await sql(database, change)
    await database.close()
    return settings
  }

  test('does not start on the schema of a newer version, and explains it in one line', async () => {
    const serve = startServe(await storeOf(executed))
    expect(await serve.exited).toBe(1)
    expect(serve.output()).toMatch(
      /^A newer version of Casegate has migrated this database \(Migration2999_later\)\. .*$/,
    )
  })

  test.runIf(databaseKind === 'postgresql')(
    'does not start on an older schema, and prints the command to run',
    async () => {
      const serve = startServe(await storeOf('delete from mikro_orm_migrations'))
      expect(await serve.exited).toBe(1)
      expect(serve.output()).toMatch(/^The database lacks \d+ migrations\. Run: npm run --silent casegate -- migrate$/)
    },
  )
})

describe.runIf(databaseKind === 'postgresql')('migrating', () => {
  const expectWhole = async (url: string) => {
    const database = await openUntilEnd(url, { poolSize: 2 })
    expect(await schemaState(database)).toEqual({ pending: [], unknown: [] })
    return importData(database, demoData)
  }

  test('concurrently from several pools runs each migration once', async () => {
    const url = await createPostgresDatabase()
    const databases = await Promise.all(Array.from({ length: 8 }, () => openUntilEnd(url, { poolSize: 2 })))
    expect((await Promise.all(databases.map(migrate))).flat()).toEqual(migrations.map(({ name }) => name))
    await expectWhole(url)
  })

  test('needs only one connection of the pool besides that of its lock', async () => {
    const url = await createPostgresDatabase()
    const database = await openUntilEnd(url, { poolSize: 1 })
    expect([await migrate(database), await migrate(database)]).toEqual([migrations.map(({ name }) => name), []])
    await expectWhole(url)
  })

  test('concurrently from several processes runs each migration once', async () => {
    const url = await createPostgresDatabase()
    const program = fileURLToPath(new URL('../../bin/casegate.js', import.meta.url))
    const env = { PATH: process.env['PATH'], DATABASE_URL: url }
    const run = async () => (await promisify(execFile)(process.execPath, [program, 'migrate'], { env })).stdout
    const said = await Promise.all([run(), run(), run(), run()])
    expect(said.filter((text) => text.startsWith('Ran '))).toHaveLength(1)
    expect(said.filter((text) => text.includes('up to date'))).toHaveLength(3)
    await expectWhole(url)
  })
})

describe('a migration that fails', () => {
  class MigrationThatFails extends Migration {
    override up(): void {
      this.addSql('create table half (id int)')
      this.addSql('alter table cases add column half int')
      this.addSql('delete from case_comments')
      this.addSql('select 1 / 0')
    }
  }
  class MigrationOfNotes extends Migration {
    override up(): void {
      this.addSql('alter table cases add column notes text')
    }
  }
  class MigrationOfOneOpenCase extends Migration {
    override up(): void {
      this.addSql(`create unique index one_open_case on cases (status) where status = 'Open'`)
    }
  }
  const { length } = migrations
  afterEach(() => migrations.splice(length))

  test('leaves the schema and the data unchanged', async () => {
    migrations.push({ name: 'MigrationThatFails', class: MigrationThatFails })
    const database = await freshDatabase()
    const [before, comments] = [await drift(database), await sql(database, 'select * from case_comments')]
    await expect(migrate(database)).rejects.toThrow('division by zero')
    expect(await schemaState(database)).toEqual({ pending: ['MigrationThatFails'], unknown: [] })
    expect(await drift(database)).toBe(before)
    expect(await sql(database, `select to_regclass('half') as "table"`)).toEqual([{ table: null }])
    expect(comments).not.toEqual([])
    expect(await sql(database, 'select * from case_comments')).toEqual(comments)
  })

  test('rolls back the migrations that ran before it in the same run, and can be retried', async () => {
    migrations.push({ name: 'MigrationOfNotes', class: MigrationOfNotes })
    migrations.push({ name: 'MigrationOfOneOpenCase', class: MigrationOfOneOpenCase })
    const database = await freshDatabase()
    await expect(migrate(database)).rejects.toThrow('could not create unique index')
    expect((await schemaState(database)).pending).toEqual(['MigrationOfNotes', 'MigrationOfOneOpenCase'])
    expect(await drift(database)).toBe('')
    await sql(database, `update cases set status = 'New'`)
    expect(await migrate(database)).toEqual(['MigrationOfNotes', 'MigrationOfOneOpenCase'])
    expect(await drift(database)).toContain('notes')
  })

  test('cannot be reverted', () => {
    for (const { class: migration } of migrations) expect(Object.hasOwn(migration.prototype, 'down')).toBe(false)
  })
})
