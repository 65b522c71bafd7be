import { serverAudits } from 'graphql-http'
import { expect, test } from 'vitest'
import { useSharedServer } from '../support/server/server.ts'

const server = useSharedServer()

// Yoga answers GET and POST; each audit is one rule of the GraphQL-over-HTTP specification.
const audits = serverAudits({ url: () => `${server.url}/graphql`, fetchFn: fetch })

test.each(audits.map(({ id, name, fn }) => ({ id, name, fn })))('$id: $name', async ({ fn }) => {
  const result = await fn()
  expect(result.status, 'reason' in result ? result.reason : undefined).toBe('ok')
})
