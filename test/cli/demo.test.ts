import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { olga, omar, paula, pedro } from '../support/requests/credentials.ts'
import { sql } from '../support/database/database.ts'
import { useServer } from '../support/server/server.ts'
import { runInProcess } from '../support/server/in-process.ts'

interface Line {
  step: string
  face: string
  request: { method: string; url: string; headers: Record<string, string>; body?: object }
  status: number
  code: string | null
  expected: boolean
}

const server = useServer()

async function demo(...options: string[]) {
  const outcome = await runInProcess(['demo', '--url', server.url, '--json', ...options])
  const lines = outcome.stdout
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
  return { ...outcome, lines }
}

describe('casegate demo', () => {
  test('sends each operation over both APIs, repeatedly', async () => {
    for (const version of [7, 12]) {
      const { code, stderr, lines } = await demo()
      expect([code, stderr]).toEqual([0, ''])
      expect(lines.map(({ step, face, status, code }) => [step, face, status, code])).toEqual([
        ['lookup', 'graphql', 200, null],
        ['lookup', 'rest', 200, null],
        ['cases', 'graphql', 200, null],
        ['cases', 'rest', 200, null],
        ['readCase', 'graphql', 200, null],
        ['readCase', 'rest', 200, null],
        ['createCase', 'graphql', 200, null],
        ['createCase', 'rest', 201, null],
        ['updateCase', 'graphql', 200, null],
        ['updateCase', 'rest', 201, null],
        ['assignCase', 'graphql', 200, null],
        ['assignCase', 'rest', 201, null],
        ['takeNextCase', 'graphql', 200, null],
        ['addComments', 'graphql', 200, null],
        ['addComments', 'graphql', 200, null],
        ['history', 'graphql', 200, null],
        ['history', 'rest', 200, null],
        ['refusal', 'graphql', 200, 'invalid'],
        ['refusal', 'rest', 400, 'invalid'],
      ])
      // The first run changes the case six times. The second one finds it assigned to Olga, who has taken it.
      expect(await server.version(1001)).toBe(version)
      expect(await sql(server.database, 'select id from cases where id > 1008')).toEqual([])
    }
  })

  test('uses the server on PORT by default', async () => {
    const { port } = new URL(server.url)
    const { code, stdout } = await runInProcess(['demo', '--json'], { PORT: port })
    expect(code).toBe(0)
    expect(stdout).toContain(`"url":"http://127.0.0.1:${port}/graphql"`)
    const elsewhere = await runInProcess(['demo'], { PORT: port, HOST: '127.0.0.9' })
    expect(elsewhere.stderr).toMatch(`No server responds at http://127.0.0.9:${port}/graphql.`)
    expect(await runInProcess(['demo'], { PORT: '0' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Set --url'),
    })
  })

  test('prints requests and responses for people', async () => {
    const { code, stdout, stderr } = await runInProcess(['demo', '--url', `${server.url}/`])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`  PUT ${server.url}/api/v4/cases/1001\n  Service-Touchpoint: desk\n`)
    expect(stdout).toContain('mutation ($input: UpdateCaseInput!) {')
    expect(stdout).toMatch(/^ {2}400, rejected: invalid, as expected in \d+ ms$/m)
    expect(stdout).toMatch(/"firstname": "Olga"/)
    expect(stdout).not.toContain('\x1b')
  })

  test('reopens a closed case', async () => {
    await sql(server.database, `update cases set status = 'Closed' where id = 1001`)
    expect((await demo()).code).toBe(0)
  })

  test("adds only comments to a caller's own case, and does not print the token", async () => {
    const id = await server.addCase({ groupName: 'Field engineers', status: 'Waiting for customer' })
    const session = ['--touchpoint', olga.touchpoint, '--token', olga.token, '--case', `${id}`]
    const { code, stdout, stderr, lines } = await demo(...session)
    expect([code, stderr]).toEqual([0, ''])
    expect(lines.filter(({ step }) => step === 'lookup').map(({ code }) => code)).toEqual(['FORBIDDEN', 'forbidden'])
    expect(stdout).not.toContain(olga.token)
    expect(await server.version(id)).toBe(4)
    const [row] = await sql<{ status: string; group: string }>(
      server.database,
      `select c.status, g.name as "group" from cases c join operator_groups g on g.id = c.group_id where c.id = $1`,
      [id],
    )
    expect(row).toEqual({ status: 'Waiting for customer', group: 'Field engineers' })
  })

  test('expects that a party may not assign', async () => {
    const id = await server.addCase()
    const { code, lines } = await demo('--touchpoint', paula.touchpoint, '--token', paula.token, '--case', `${id}`)
    expect(code).toBe(0)
    expect(lines.filter(({ step }) => step === 'assignCase').map(({ code }) => code)).toEqual([
      'invalidId',
      'invalidId',
    ])
  })

  test.each([
    ['a wrong token', { touchpoint: 'desk', token: 'wrong' }, 'lookup over REST (unauthenticated)'],
    ["another party's case", pedro, 'this session cannot access it'],
    ['a case of a type that the operator is not authorised for', omar, 'this session cannot access it'],
  ])('explains %s and exits with 1', async (_claim, { touchpoint, token }, message) => {
    const id = await server.addCase()
    const { code, stderr, lines } = await demo('--touchpoint', touchpoint, '--token', token, '--case', `${id}`)
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(lines.length).toBeGreaterThan(0)
    expect(await server.version(id)).toBe(1)
  })

  test('reports a URL without a server, or with another one', async () => {
    const other = createServer((_request, response) => response.end('<html>'))
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    expect(await runInProcess(['demo', '--url', url])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not Casegate'),
    })
    other.close()
    await once(other, 'close')
    expect(await runInProcess(['demo', '--url', url])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^No server responds at .*\n$/),
    })
  })
})
