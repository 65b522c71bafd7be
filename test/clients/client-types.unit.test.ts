import type { ErrorResponse, MediaType } from 'openapi-typescript-helpers'
import { expect, expectTypeOf, test } from 'vitest'
import type { Client, FeedEvent, operations, WebhookMessage } from '../../client/src/client.ts'

// The compiler checks what this file expects: npm run types.

/** Not those that receivers of webhooks have. */
type OperationName = Exclude<keyof operations, 'caseEvent' | 'webhookTest'>
type ErrorOf<Name extends OperationName> = ErrorResponse<operations[Name]['responses'], MediaType>

/** The operations of which an error has no list of codes, or no literal status. */
type Untold = {
  [Name in OperationName]: ErrorOf<Name> extends { code: infer Code; status: infer Status }
    ? string extends Code
      ? Name
      : number extends Status
        ? Name
        : never
    : Name
}[OperationName]

test('the errors of every operation have their own codes', () => {
  expectTypeOf<Untold>().toBeNever()
  expectTypeOf<ErrorOf<'caseEvents'>['code']>().extract<'cursorExpired'>().toEqualTypeOf<'cursorExpired'>()
  expectTypeOf<ErrorOf<'readCase'>['code']>().extract<'cursorExpired'>().toBeNever()
  expect(discriminated).toBeTypeOf('function')
})

/** Is not called. */
export async function discriminated(client: Client, message: WebhookMessage, events: AsyncIterable<FeedEvent>) {
  const path = '/api/v4/cases/{caseInstanceId}'
  const params = { path: { caseInstanceId: 1001 } }
  const { data, error } = await client.PATCH(path, { params, body: { status: 'Closed' } })
  if (error) {
    expectTypeOf(data).toBeUndefined()
    switch (error.code) {
      case 'preconditionFailed':
        expectTypeOf(error.status).toEqualTypeOf<412>()
        expectTypeOf(error.currentVersion).toEqualTypeOf<number | undefined>()
        break
      case 'InvalidName':
        expectTypeOf(error.status).toEqualTypeOf<400>()
        expectTypeOf(error.problems[0]!.pointer).toEqualTypeOf<string | undefined>()
        break
      // @ts-expect-error This operation has no such code.
      case 'cursorExpired':
        break
      default:
        expectTypeOf(error.code).extract<'preconditionFailed'>().toBeNever()
    }
  } else {
    expectTypeOf(data.case.version).toBeNumber()
  }
  // @ts-expect-error The path has a parameter.
  await client.GET(path)
  // @ts-expect-error A status has a name.
  await client.PATCH(path, { params, body: { status: 1 } })
  // @ts-expect-error The body has no such member.
  await client.PATCH(path, { params, body: { status: 'Open', text: 'a' } })
  // @ts-expect-error There is no such filter.
  await client.GET('/api/v4/cases', { params: { query: { status: ['Open'], state: 'a' } } })
  // @ts-expect-error There is no such path.
  await client.GET('/api/v4/nothing')
  // @ts-expect-error There is no such kind.
  client.events({ filter: { kind: ['NOTHING'] } })
  const file = await client.GET('/api/v4/attachments/{attachmentId}/content', {
    params: { path: { attachmentId: 'a' } },
    parseAs: 'blob',
  })
  expectTypeOf(file.data!).toEqualTypeOf<Blob>()
  const table = await client.GET('/api/v4/cases', { headers: { Accept: 'text/csv' }, parseAs: 'text' })
  expectTypeOf(table.data!).toBeString()
  const page = await client.GET('/api/v4/events')
  expectTypeOf(page.data!.endCursor).toBeString()
  if (message.type === 'webhook.test') expectTypeOf(message.data.endpoint).toBeString()
  else expectTypeOf(message.data.caseId).toBeNumber()
  for await (const event of events) {
    if (event.kind === 'COMMENTED') expectTypeOf(event.cursor).toBeString()
    // @ts-expect-error There is no such kind.
    if (event.kind === 'NOTHING') break
  }
}
