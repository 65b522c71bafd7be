import { createClient, verifyWebhook } from 'casegate/client'

// Runs wherever the client runs: in Node, a page or a worker.

const path = '/api/v4/cases/{caseInstanceId}'

/** Lists, changes and follows cases, and verifies a webhook. Returns the results. */
export async function probe(url, id, { secret, headers, body }) {
  const client = createClient({ url, credentials: { touchpoint: 'desk', token: 'demo-operator-olga' } })
  const start = await client.GET('/api/v4/events', { params: { query: { after: 'latest' } } })
  const list = await client.GET('/api/v4/cases', { params: { query: { id: [id] } } })
  const params = { path: { caseInstanceId: id } }
  const changed = await client.PATCH(path, { params, body: { comments: ['From a program.'] } })
  const refused = await client.PATCH(path, { params, body: { status: 'Done' } })
  for await (const event of client.events({ after: start.data.endCursor, filter: { caseId: [id] } })) {
    if (event.sequence < 2) continue
    const { type } = verifyWebhook(secret, headers, body)
    const [version, code] = [changed.data.case.version, refused.error.code]
    return { listed: list.data.cases.map((found) => found.id), version, code, kind: event.kind, type }
  }
  return undefined
}
