import { readConfig } from '../../src/settings/config.ts'
import type { Database } from '../../src/database/database.ts'
import { startServer } from '../../src/server.ts'
import { importData } from '../../src/transfer/import/import.ts'
import type { ExampleRequest } from '../../test/openapi/example-request.ts'
import { exampleRequests, limitedRequest } from '../../test/openapi/example-requests.ts'
import { adminData } from '../../test/support/requests/configure.ts'

/** An example request and the actual response of the service. */
export interface Example extends ExampleRequest {
  status: number
  answer: unknown
}

const requestId = '5f4e0a52-3c7d-4a55-9f0e-2f1c6f0b7d11'

/** Sends the example requests one after another to a temporary server. The database has the demonstration data. */
export async function runExamples(database: Database): Promise<Example[]> {
  await importData(database, adminData)
  const examples = await withServer(database, { RATE_LIMIT: 'off' }, async (url) => {
    const answered: Example[] = []
    for (const request of exampleRequests) answered.push(await run(url, request))
    return answered
  })
  const limits = { RATE_LIMIT: 'on', RATE_LIMIT_SESSION: '1' }
  const limited = await withServer(database, limits, async (url) => {
    // The first request counts by address: its token has not been accepted before.
    for (let count = 0; count < 2; count++) await run(url, limitedRequest)
    return run(url, limitedRequest)
  })
  return [...examples, limited]
}

async function withServer<Result>(
  database: Database,
  settings: Record<string, string>,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = await startServer({ database, config: readConfig({ PORT: '0', ...settings }) })
  return work(server.url).finally(() => server.close())
}

async function run(url: string, example: ExampleRequest): Promise<Example> {
  const { caller, method, path, body, text } = example
  const headers: Record<string, string> = { 'x-request-id': requestId, ...example.headers }
  if (caller) Object.assign(headers, { 'service-touchpoint': caller.touchpoint, 'service-token': caller.token })
  if (body !== undefined) headers['content-type'] = 'application/json'
  const sent = body === undefined ? text : JSON.stringify(body)
  const answer = await fetch(`${url}${path}`, { method, headers, ...(sent === undefined ? {} : { body: sent }) })
  return { ...example, status: answer.status, answer: JSON.parse(await answer.text(), reproducible) }
}

const fixed: Record<string, string> = {
  createdAt: '2026-07-02T09:15:00.000Z',
  updatedAt: '2026-07-02T09:15:00.000Z',
  customerWaitingSince: '2026-07-02T09:15:00.000Z',
  editedAt: '2026-07-02T09:15:00.000Z',
  at: '2026-07-02T09:15:00.000Z',
  startCursor: 'MTc4Mi4xMDA3',
  endCursor: 'MTc4Mi4xMDA3',
  cursor: 'mbuDm_Hb3JDZNggEnpi1h12jEkOQ39U_R-aU8eQJrLgMzgnIqaXDffmWQbQ',
}

/** Replaces times, and cursors that contain times. */
function reproducible(name: string, value: unknown): unknown {
  return typeof value === 'string' ? (fixed[name] ?? value) : value
}
