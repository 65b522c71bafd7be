import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { statement } from '../../src/database/statements/statement.ts'
import { problemOf, sendRaw } from '../support/requests/http.ts'
import { type Proxy, proxyUntilEnd } from '../support/database/proxy.ts'
import { createPostgresDatabase, databaseKind, openUntilEnd, sql } from '../support/database/database.ts'
import { credentialHeaders, paula } from '../support/requests/credentials.ts'
import { useProxiedServer } from '../support/server/postgres.ts'

describe.runIf(databaseKind === 'postgresql')(
  'a PostgreSQL server that accepts statements but does not respond',
  () => {
    let proxy: Proxy
    let database: Database
    const open = (queryTimeoutMs: number) => openUntilEnd(proxy.url, { poolSize: 2, queryTimeoutMs })
    beforeAll(async () => {
      proxy = await proxyUntilEnd(await createPostgresDatabase('demo'))
      database = await open(1_000)
    })
    const ask = () => sql(database, 'select 1 as one')
    /** Whether a statement fails before anything can arrive over the network. */
    const failsAtOnce = (keep: (answer: Promise<unknown>) => void = () => {}) => {
      const answer = ask()
      keep(answer)
      const failed = answer.then(
        () => false,
        () => true,
      )
      return Promise.race([failed, new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))])
    }
    const away = { code: 'UNAVAILABLE' }
    test('is probed by one request at a time, while the others fail at once', { tags: ['nightly'] }, async () => {
      await ask()
      const goOn = proxy.hang()
      await expect(ask()).rejects.toMatchObject(away)
      expect(await failsAtOnce()).toBe(true)
      // After a pause, one request probes the server.
      const asking: Promise<unknown>[] = []
      await expect.poll(() => failsAtOnce((answer) => asking.push(answer))).toBe(false)
      expect(await failsAtOnce()).toBe(true)
      await Promise.allSettled(asking)
      goOn()
      await expect.poll(() => ask().catch(() => null)).toEqual([{ one: 1 }])
      expect(await Promise.all(Array.from({ length: 8 }, ask))).toHaveLength(8)
    })
    test('is not confused with a server on which one statement is slow', async () => {
      const slow = sql(database, 'select pg_sleep(2)').catch((error: unknown) => error)
      // While another request is running, and the last one was answered a moment ago.
      const next = slow.then(ask)
      while ((await Promise.race([slow, Promise.resolve('pending')])) === 'pending') await ask()
      expect(await slow).toMatchObject(away)
      expect(await next).toEqual([{ one: 1 }])
    })
    test(
      'is not confused with a server whose connections are all busy with slow statements',
      { tags: ['nightly'] },
      async () => {
        // PostgreSQL ends statements 10 % earlier than the client. On a busy machine, 0.1 s is too short for its response.
        const patient = await open(4_000)
        const errors = await Promise.all(
          Array.from({ length: 20 }, () => sql(patient, 'select pg_sleep(5)').catch((error: unknown) => error)),
        )
        const causes = errors.map((error) => (error as Error).cause as { code?: string; message: string })
        const noConnection = 'timeout exceeded when trying to connect'
        expect(new Set(causes.map(({ code, message }) => code ?? message))).toEqual(new Set(['57014', noConnection]))
        expect(await sql(patient, 'select 1 as one')).toEqual([{ one: 1 }])
        await patient.close()
      },
    )
    test('is given no more time for the check of a new connection than for connecting', async () => {
      const patient = await openUntilEnd(proxy.url, { poolSize: 1, connectTimeoutMs: 500 })
      const held = proxy.holdBack('pg_settings')
      await expect(sql(patient, 'select 1 as one')).rejects.toMatchObject(away)
      ;(await held)()
    })
    test('does not return a connection with a hanging transaction to the pool', async () => {
      const held = proxy.holdBack('commit\0')
      let hanging: number | undefined
      const transaction = database.transaction(async ({ run }) => {
        hanging = (await run(connectionId))[0]?.pid
      })
      await expect(transaction).rejects.toThrow('may have happened')
      // The commit without a response opened the circuit.
      await expect.poll(() => ask().catch(() => null)).toEqual([{ one: 1 }])
      const others = await Promise.all(Array.from({ length: 4 }, () => database.run(connectionId)))
      expect(hanging).toBeGreaterThan(0)
      expect(others.flat().map(({ pid }) => pid)).not.toContain(hanging)
      ;(await held)()
    })
  },
)

const connectionId = statement('select pg_backend_pid() as pid', { pid: 'int' })

describe.runIf(databaseKind === 'postgresql')('requests that wait for such a server', () => {
  const server = useProxiedServer({
    env: { MAX_CONNECTIONS: '6000' },
    poolSize: 2,
    // On a busy machine, it takes longer than 5 s until 2,000 requests have been sent.
    connectTimeoutMs: 60_000,
  })

  test('are limited to 2,000', { tags: ['nightly'] }, async () => {
    const lookup = { path: '/api/v4/cases/typecategory', headers: credentialHeaders(paula) }
    expect((await sendRaw(server.url, lookup)).status).toBe(200)
    const goOn = server.proxy.hang()
    const { port, hostname } = new URL(server.url)
    const lines = Object.entries({ host: hostname, ...lookup.headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    // Requests on one connection run one after another, so each has a separate connection.
    const open = async () => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(`GET ${lookup.path} HTTP/1.1\r\n${lines.join('')}\r\n`)
      return socket
    }
    const sockets: Socket[] = []
    // If more connect at once than may wait for the server to accept them, TCP tries again seconds later.
    while (sockets.length < 2_000) sockets.push(...(await Promise.all(Array.from({ length: 200 }, open))))
    const answers = sockets.map(async (socket) => {
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      socket.destroy()
      return chunk.toString().slice(0, 15)
    })
    const refusal = { detail: 'Too many requests are waiting. Nothing was written.', status: 503, code: 'unavailable' }
    expect(problemOf(await sendRaw(server.url, lookup))).toMatchObject(refusal)
    goOn()
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']))
    expect((await sendRaw(server.url, lookup)).status).toBe(200)
  })
})
