import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../support/database/database.ts'
import { type Credentials, credentialHeaders, olga, omar, paula } from '../support/requests/credentials.ts'
import { readTable } from '../support/requests/csv.ts'
import { problemOf } from '../support/requests/http.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { eachNeedsOneProcess } from '../support/server/load-balanced.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()
const { get } = restClient(server)
eachNeedsOneProcess(() => 'tests the connections of the HTTP server itself')

const query = 'createdBefore=2010-01-01T00:00:00Z'
const all = `/api/v4/cases?${query}&orderBy=CREATED_ASC`

/** Begins a table. Nothing of its body is read before somebody listens. */
function open(caller: Credentials = olga): Promise<IncomingMessage> {
  const headers = { accept: 'text/csv', ...credentialHeaders(caller) }
  return new Promise((resolve, reject) => {
    httpGet(server.url + all, { headers, agent: false }, resolve).once('error', reject)
  })
}

const statusOf = async (caller?: Credentials) => {
  const response = await open(caller)
  response.on('error', () => {}).destroy()
  return response.statusCode
}

describe('a table of many cases', { tags: ['nightly'] }, () => {
  beforeAll(async () => {
    const id = await server.addCase({ createdAt: '2000-01-01T00:00:00Z', subject: 'x'.repeat(200) })
    await sql(
      server.database,
      `insert into cases (version, type_code, category_code, status, resolution, case_data, party_id, created_at, updated_at, subject)
       select 1, type_code, category_code, status, resolution, case_data, party_id, created_at + i * interval '1 second', updated_at, subject
       from cases, generate_series(1, 99999) i where id = ${id} order by i`,
    )
    await sql(server.database, 'analyze cases')
  })

  test('has 100,000 cases', async () => {
    const response = await open()
    let [bytes, lines] = [0, 0]
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      for (const byte of chunk) if (byte === 10) lines++
    }
    expect([lines, response.complete]).toEqual([100_001, true])
    expect(bytes).toBeGreaterThan(20_000_000)
  })

  test('waits for a slow reader, and ends when it leaves', async () => {
    const slow = await open()
    const other = await open()
    // The buffers of both sides are full.
    const waits = async () => {
      const running = () =>
        sql<{ n: number }>(
          server.database,
          `select count(*)::int as n from pg_stat_activity where state <> 'idle' and query like '%bytes_before%' and pid <> pg_backend_pid()`,
        )
      for (let quiet = 0; quiet < 50;) {
        quiet = (await running())[0]!.n === 0 ? quiet + 1 : 0
        await nextTurn()
      }
    }
    await waits()
    // What is not yet read is not in memory.
    await sql(server.database, `update cases set subject = 'changed' where id = (select max(id) from cases)`)
    // Others have their own.
    expect(await statusOf(paula)).toBe(200)
    const refused = await get(`cases?${query}`, { accept: 'text/csv' })
    expect(problemOf(refused)).toMatchObject({ status: 429, code: 'tooManyRequests' })
    expect((await get(`cases?first=1&${query}`)).status).toBe(200)
    other.on('error', () => {}).destroy()
    await expect.poll(() => statusOf()).toBe(200)
    const rows: Buffer[] = []
    slow.on('data', (chunk: Buffer) => rows.push(chunk))
    await once(slow, 'end')
    const table = readTable(Buffer.concat(rows).toString())
    expect(table).toHaveLength(100_000)
    expect(table.find(({ subject }) => subject === 'changed')).toBeDefined()
    await expect.poll(async () => (await Promise.all([statusOf(), statusOf()])).join()).toBe('200,200')
  })

  test('is rejected if there is one more', async () => {
    const late = await server.addCase({ id: 900_000, createdAt: '2009-01-01T00:00:00Z' })
    for (const order of ['', '&orderBy=CREATED_ASC']) {
      const problem = problemOf(await get(`cases?${query}${order}`, { accept: 'text/csv' }))
      expect(problem).toMatchObject({ status: 400, code: 'malformedRequest', problems: [{ parameter: 'filter' }] })
      expect(problem.detail).toContain('100,000')
    }
    // Omar sees fewer.
    expect(await statusOf(omar)).toBe(200)
    await sql(server.database, `update cases set created_at = '2020-01-01' where id = ${late}`)
    expect(await statusOf()).toBe(200)
  })
})
