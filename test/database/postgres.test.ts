import { describe, expect, test } from 'vitest'
import { importData } from '../../src/transfer/import/import.ts'
import { openDatabase } from '../../src/open-database.ts'
import { describeFaces, refused } from '../support/requests/faces.ts'
import { createPostgresDatabase, freshDatabase, openUntilEnd, sql } from '../support/database/database.ts'
import { useProxiedServer } from '../support/server/postgres.ts'
import { useServer } from '../support/server/server.ts'

describe('a PostgreSQL server', () => {
  const open = (url: string, preparedStatements = true) => openUntilEnd(url, { poolSize: 4, preparedStatements })
  const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

  test('has no open connections after the database is closed', async () => {
    const url = await createPostgresDatabase('demo')
    const database = await openDatabase({ kind: 'postgresql', url, poolSize: 4, preparedStatements: true })
    await importData(database, {})
    await database.close()
    const observer = await freshDatabase()
    const connections = `select count(*) from pg_stat_activity
      where datname = $1 and backend_type = 'client backend'`
    const count = async () => (await sql<{ count: number }>(observer, connections, [new URL(url).pathname.slice(1)]))[0]
    await expect.poll(count).toEqual({ count: 0 })
  })

  test('is opened with the parameters of its URL', async () => {
    const url = `${await createPostgresDatabase('demo')}?application_name=desk&options=-c%20work_mem%3D8MB`
    const current = `select current_setting('application_name') as name, current_setting('work_mem') as memory`
    expect(await sql(await open(url), current)).toEqual([{ name: 'desk', memory: '8MB' }])
    await expect(sql(await open(`${url}&sslmode=verify-full`), 'select 1')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      cause: { message: 'The server does not support SSL connections' },
    })
  })

  test('rolls back statements that a transaction sends together with one that fails', async () => {
    const database = await open(await createPostgresDatabase('demo'))
    const failing = database.transaction((transaction) => {
      const send = (text: string) => sql(transaction, text)
      return Promise.all([send('select 1 / 0'), send('select 2'), send(`update case_types set name = 'changed'`)])
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await sql(database, `select from case_types where name = 'changed'`)).toEqual([])
  })

  describe('that becomes unavailable', () => {
    const server = useProxiedServer({ poolSize: 4 })
    describeFaces('the service', server, (face) => {
      test('reports it, writes nothing, and continues when the database is available again', async () => {
        const id = await server.addCase()
        const change = { id, body: { ...codes, status: 'New', comments: [{ text: 'Hello.' }] } }
        await server.proxy.takeAway()
        expect(await face.update(change)).toEqual(refused('unavailable'))
        expect(await face.assign({ id, body: { groupName: 'Billing team' } })).toEqual(refused('unavailable'))
        expect(await face.lookup()).toEqual(refused('unavailable'))
        await server.proxy.bringBack()
        expect(await server.version(id)).toBe(1)
        expect(await face.update(change)).toMatchObject({ outcome: 'ok' })
      })
      test('survives connections that the server closes', async () => {
        const id = await server.addCase()
        const others = `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`
        expect((await sql(server.beside, others)).length).toBeGreaterThan(0)
        await expect.poll(async () => (await face.update({ id, body: codes })).outcome).toBe('ok')
      })
    })
    // An error that nobody listens to would end the process.
    test('may break a connection before it is used', async () => {
      server.proxy.breakAfter('pg_settings')
      const database = await open(server.proxy.url)
      await expect(sql(database, 'select 1')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      server.proxy.breakAfter('')
      expect(await sql(database, 'select 1 as one')).toEqual([{ one: 1 }])
    })
  })

  describe('behind a pooler without prepared statements', () => {
    const server = useServer({
      async database() {
        return open(await createPostgresDatabase('demo'), false)
      },
    })
    describeFaces('the service', server, (face) => {
      test('does not use any', async () => {
        const id = await server.addCase()
        expect(await face.update({ id, body: { ...codes, status: 'New' } })).toMatchObject({ outcome: 'ok' })
        expect(await face.assign({ id, body: { groupName: 'Billing team' } })).toMatchObject({ outcome: 'ok' })
        expect(await face.lookup()).toMatchObject({ outcome: 'ok' })
        const named = `select name from pg_prepared_statements where name like 'casegate%'`
        expect(await sql(server.database, named)).toEqual([])
      })
    })
  })
})
