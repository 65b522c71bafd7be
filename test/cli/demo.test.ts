import { describe, expect, test } from 'vitest'
import { sql } from '../support/database/database.ts'
import { useServer } from '../support/server/server.ts'
import { runInProcess } from '../support/server/in-process.ts'

const server = useServer()

describe('casegate demo', () => {
  test('sends each operation over both APIs, repeatedly, and prints requests and responses', async () => {
    // A run changes the case four times. Between the runs, it is closed.
    for (const version of [5, 10]) {
      const { code, stdout, stderr } = await runInProcess(['demo', '--url', `${server.url}/`])
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toContain(`PUT ${server.url}/api/v4/cases/1001\nService-Touchpoint: desk\n`)
      expect(stdout).toContain('mutation UpdateCase($input: UpdateCaseInput!) {')
      expect(stdout.match(/^20[01]$/gm)).toEqual(['200', '200', '200', '201', '200', '201'])
      expect(stdout).not.toContain('\x1b')
      expect(await server.version(1001)).toBe(version)
      await sql(server.database, `update cases set status = 'Closed', version = version + 1 where id = 1001`)
    }
  })

  test('uses the server on PORT by default', async () => {
    const { port } = new URL(server.url)
    const { code, stdout } = await runInProcess(['demo'], { PORT: port })
    expect(code).toBe(0)
    expect(stdout).toContain(`POST http://127.0.0.1:${port}/graphql\n`)
    const elsewhere = await runInProcess(['demo'], { PORT: port, HOST: '127.0.0.9' })
    expect(elsewhere).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(`^No server responds at http://127.0.0.9:${port}/graphql.*\n$`),
    })
    expect(await runInProcess(['demo'], { PORT: '0' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Set --url'),
    })
  })

  test('names rejected requests, and exits with 1', async () => {
    await sql(server.database, `update sessions set revoked_at = now()`)
    expect(await runInProcess(['demo', '--url', server.url])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Rejected: POST /graphql, GET /api/v4/cases/typecategory?visibility=app, '),
    })
  })
})
