import { vi } from 'vitest'
import { sql } from '../database/database.ts'
import type { TestServer } from '../server/server.ts'
import { graphqlData } from './graphql.ts'

/** The latest cursor once all committed events are in the feed. */
export async function settledFeed({ url, database }: Pick<TestServer, 'url' | 'database'>): Promise<string> {
  const read = async () => {
    const query = '{ caseEvents(after: "latest") { endCursor } }'
    const { caseEvents } = await graphqlData<{ caseEvents: { endCursor: string } }>(url, query)
    return { endCursor: caseEvents.endCursor, waiting: await sql(database, 'select from case_outbox') }
  }
  await vi.waitUntil(async () => (await read()).waiting.length === 0, 60_000)
  return (await read()).endCursor
}
