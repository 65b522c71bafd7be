import { expect, test } from 'vitest'
import { callTool, mcpClient } from '../support/clients/mcp.ts'
import { demoStore } from '../support/database/demo-store.ts'
import { fencesOf, readDocument } from '../support/documentation.ts'
import { olga } from '../support/requests/credentials.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ database: demoStore })

interface Call {
  name: string
  arguments: object
}

/** Times and cursors differ, and with them what is overdue. */
const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replaceAll(/"after":"[^"]+"/g, '"after":"cursor"')
      .replaceAll(/"(OVERDUE|RUNNING)"/g, '"state"'),
  )

test('the documented sizes of results are right', async () => {
  const client = await mcpClient(server.url, olga)
  const sizeOf = async (name: string, sent: object) => (await callTool(client, name, sent)).text.length
  const measured = [
    JSON.stringify(await client.listTools()).length,
    await sizeOf('search_cases', { first: 20 }),
    await sizeOf('get_case', { caseInstanceId: '986' }),
    await sizeOf('get_case_form', { caseInstanceId: '1001' }),
  ]
  const stated = readDocument('docs/assistants.md').matchAll(/^\| [^|]+ \| +([\d,]+) \|$/gm)
  const sizes = Array.from(stated, ([, size = '']) => Number(size.replace(',', '')))
  expect(sizes).toHaveLength(measured.length)
  // Which cases of the demonstration data have a deadline depends on the day of the week.
  for (const [index, size] of sizes.entries()) expect(Math.abs(size / measured[index]! - 1)).toBeLessThan(0.1)
})

test('the conversations show the real results', async () => {
  const client = await mcpClient(server.url, olga)
  const fences = fencesOf(readDocument('docs/assistant-conversations.md'))
  const calls = fences.filter(({ file }) => file === 'call').map(({ text }) => JSON.parse(text) as Call)
  const shown = fences.filter(({ file }) => file === 'result').map(({ text }) => JSON.parse(text) as unknown)
  expect(calls.length).toBeGreaterThan(8)
  const results: unknown[] = []
  for (const { name, arguments: sent } of calls) results.push((await callTool(client, name, sent)).value)
  expect(results.map(comparable)).toEqual(shown.map(comparable))
})
