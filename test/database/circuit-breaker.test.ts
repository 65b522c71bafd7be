import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { openPostgres } from '../../src/database/postgres.ts'
import { statement } from '../../src/database/statement.ts'
import { credentials, paula } from '../support/callers.ts'
import { createPostgresDatabase, databaseKind, sql } from '../support/database.ts'
import { problemOf, sendRaw } from '../support/http.ts'
import { type Proxy, startProxy } from '../support/proxy.ts'
import { useServer } from '../support/server.ts'

describe.runIf(databaseKind === 'postgresql')('a PostgreSQL that takes requests and answers none', () => {
  let proxy: Proxy
  let database: Database

  beforeAll(async () => {
    proxy = await startProxy(await createPostgresDatabase('demo'))
    const store = { kind: 'postgresql' as const, url: proxy.url, poolSize: 2, preparedStatements: true }
    database = await openPostgres({ ...store, queryTimeoutMs: 1_000 })
  })
  afterAll(async () => {
    await database.close()
    await proxy.takeAway()
  })

  const ask = () => sql(database, 'select 1 as one')
  /** Whether the answer is there before anything can come over the network. */
  const isTold = (keep: (answer: Promise<unknown>) => void = () => {}) => {
    const answer = ask()
    keep(answer)
    const told = answer.then(
      () => false,
      () => true,
    )
    return Promise.race([told, new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))])
  }
  const away = { code: 'UNAVAILABLE' }

  test('is asked by one request at a time, while the others are told at once', async () => {
    await ask()
    const goOn = proxy.hang()
    await expect(ask()).rejects.toMatchObject(away)
    expect(await isTold()).toBe(true)
    // After a pause, one finds out again.
    const asking: Promise<unknown>[] = []
    await expect.poll(() => isTold((answer) => asking.push(answer))).toBe(false)
    expect(await isTold()).toBe(true)
    await Promise.allSettled(asking)
    goOn()
    await expect.poll(() => ask().catch(() => null)).toEqual([{ one: 1 }])
    expect(await Promise.all(Array.from({ length: 8 }, ask))).toHaveLength(8)
  })

  test('is not taken for one whose statement is slow', async () => {
    const slow = sql(database, 'select pg_sleep(2)').catch((error: unknown) => error)
    // While another request is under way, and the last one has been answered a moment ago.
    const next = slow.then(ask)
    while ((await Promise.race([slow, Promise.resolve('pending')])) === 'pending') await ask()
    expect(await slow).toMatchObject(away)
    expect(await next).toEqual([{ one: 1 }])
  })

  test('gets no connection back on which a transaction hangs', async () => {
    const held = proxy.holdBack('commit')
    let hanging: number | undefined
    const transaction = database.transaction(async ({ run }) => {
      hanging = (await run(connectionId))[0]?.pid
    })
    await expect(transaction).rejects.toThrow('may have happened')
    const others = await Promise.all(Array.from({ length: 4 }, () => database.run(connectionId)))
    expect(hanging).toBeGreaterThan(0)
    expect(others.flat().map(({ pid }) => pid)).not.toContain(hanging)
    const goOn = await held
    goOn()
  })
})

const connectionId = statement<{ pid: number }>('select pg_backend_pid() as pid')

describe.runIf(databaseKind === 'postgresql')('requests that wait for such a PostgreSQL', () => {
  let proxy: Proxy
  const server = useServer({
    async database() {
      proxy = await startProxy(await createPostgresDatabase('demo'))
      return openPostgres({ kind: 'postgresql', url: proxy.url, poolSize: 2, preparedStatements: true })
    },
  })
  afterAll(async () => {
    await server.database.close()
    await proxy.takeAway()
  })

  test('are 2,000 at most', async () => {
    const lookup = { path: '/api/v4/cases/typecategory', headers: credentials(paula) }
    expect((await sendRaw(server.url, lookup)).status).toBe(200)
    const goOn = proxy.hang()
    const { port, hostname } = new URL(server.url)
    const lines = Object.entries({ host: hostname, ...lookup.headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    const sockets = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const socket = connect(Number(port), hostname)
        await once(socket, 'connect')
        socket.write(`GET ${lookup.path} HTTP/1.1\r\n${lines.join('')}\r\n`.repeat(250))
        return socket
      }),
    )
    const answers = sockets.map(async (socket) => {
      // All that has come: a status line may come in two pieces.
      let text = ''
      const count = () => text.split('HTTP/1.1 200 ').length - 1
      for await (const chunk of socket) {
        text += String(chunk)
        if (count() === 250) break
      }
      return count()
    })
    const refusal = { detail: 'Too many requests are waiting. Nothing was written.', status: 503, code: 'unavailable' }
    expect(problemOf(await sendRaw(server.url, lookup))).toMatchObject(refusal)
    goOn()
    expect(await Promise.all(answers)).toEqual(Array(8).fill(250))
    expect((await sendRaw(server.url, lookup)).status).toBe(200)
  })
})
