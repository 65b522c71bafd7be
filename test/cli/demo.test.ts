import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { olga, omar, paula, pedro } from '../support/callers.ts'
import { sql } from '../support/database.ts'
import { runCasegate } from '../support/process.ts'
import { useServer } from '../support/server.ts'

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
  const outcome = await runCasegate(['demo', '--url', server.url, '--json', ...options])
  const lines = outcome.stdout
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
  return { ...outcome, lines }
}

describe('casegate demo', () => {
  test('shows each operation over both faces, and may be repeated', async () => {
    for (const version of [5, 9]) {
      const { code, stderr, lines } = await demo()
      expect([code, stderr]).toEqual([0, ''])
      expect(lines.map(({ step, face, status, code }) => [step, face, status, code])).toEqual([
        ['lookup', 'graphql', 200, null],
        ['lookup', 'rest', 200, null],
        ['readCase', 'graphql', 200, null],
        ['updateCase', 'graphql', 200, null],
        ['updateCase', 'rest', 201, null],
        ['assignCase', 'graphql', 200, null],
        ['assignCase', 'rest', 201, null],
        ['refusal', 'graphql', 200, 'invalid'],
        ['refusal', 'rest', 400, 'invalid'],
      ])
      // A run makes four changes of the case.
      expect(await server.version(1001)).toBe(version)
    }
  })

  test('tells people what is sent and what comes back', async () => {
    const { code, stdout, stderr } = await runCasegate(['demo', '--url', `${server.url}/`])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`  PUT ${server.url}/api/v4/cases/1001\n  Service-Touchpoint: desk\n`)
    expect(stdout).toContain('mutation ($input: UpdateCaseInput!) {')
    expect(stdout).toMatch(/^ {2}400, refused: invalid, as it should be in \d+ ms$/m)
    expect(stdout).toMatch(/"firstname": "Olga"/)
    expect(stdout).not.toContain('\x1b')
  })

  test('begins again where somebody has closed the case', async () => {
    await sql(server.database, `update cases set status = 'Closed' where id = 1001`)
    expect((await demo()).code).toBe(0)
  })

  test("changes nothing but comments of a caller's own case, and never shows the token", async () => {
    const id = await server.addCase({ groupName: 'Field engineers', status: 'Waiting for customer' })
    const session = ['--touchpoint', olga.touchpoint, '--token', olga.token, '--case', `${id}`]
    const { code, stdout, stderr, lines } = await demo(...session)
    expect([code, stderr]).toEqual([0, ''])
    expect(lines.filter(({ step }) => step === 'lookup').map(({ code }) => code)).toEqual(['FORBIDDEN', 'forbidden'])
    expect(stdout).not.toContain(olga.token)
    expect(await server.version(id)).toBe(3)
    const [row] = await sql<{ status: string; group: string }>(
      server.database,
      `select c.status, g.name as "group" from cases c join operator_groups g on g.id = c.group_id where c.id = $1`,
      [id],
    )
    expect(row).toEqual({ status: 'Waiting for customer', group: 'Field engineers' })
  })

  test('knows that a party may not assign', async () => {
    const id = await server.addCase()
    const { code, lines } = await demo('--touchpoint', paula.touchpoint, '--token', paula.token, '--case', `${id}`)
    expect(code).toBe(0)
    expect(lines.filter(({ step }) => step === 'assignCase').map(({ code }) => code)).toEqual([
      'invalidId',
      'invalidId',
    ])
  })

  test.each([
    ['a token that is wrong', { touchpoint: 'desk', token: 'wrong' }, 'lookup over REST (unauthenticated)'],
    ["another party's case", pedro, 'no such case that this session may see'],
    ['a case of a type that the operator has not', omar, 'no such case that this session may see'],
  ])('ends with 1, and in words, for %s', async (_claim, { touchpoint, token }, message) => {
    const id = await server.addCase()
    const { code, stderr, lines } = await demo('--touchpoint', touchpoint, '--token', token, '--case', `${id}`)
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(lines.length).toBeGreaterThan(0)
    expect(await server.version(id)).toBe(1)
  })

  test('says where nobody answers, and where somebody else does', async () => {
    const other = createServer((_request, response) => response.end('<html>'))
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    expect(await runCasegate(['demo', '--url', url])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is no Casegate'),
    })
    other.close()
    await once(other, 'close')
    expect(await runCasegate(['demo', '--url', url])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Nobody answers at .*\n$/),
    })
  })
})
