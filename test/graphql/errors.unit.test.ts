import { Writable } from 'node:stream'
import { GraphQLError } from 'graphql'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { afterMutation, maskErrors, rejectedResponse } from '../../src/graphql/errors.ts'
import { DatabaseUnavailable } from '../../src/database/unavailable.ts'
import type { RequestContext } from '../../src/context.ts'

test('a failure outside of execution is logged, and the caller only learns the request ID', () => {
  const log: string[] = []
  const lines = new Writable({ write: (chunk: Buffer, _, done) => (log.push(chunk.toString()), done()) })
  const failure = new GraphQLError('Unexpected error.', { originalError: new TypeError('the secret') })
  const told = maskErrors({ errors: [failure] }, { requestId: 'failure-3' } as RequestContext, pino(lines))
  expect(rejectedResponse(told, true)).toEqual({
    status: 500,
    headers: {},
    body: {
      errors: [
        {
          message: 'An unexpected error occurred.',
          extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'failure-3' },
        },
      ],
    },
  })
  expect(log).toEqual([expect.stringMatching(/"level":50.*failure-3.*the secret/)])
})

test('only the error of a mutation itself says that nothing was written, not that of a field of its payload', () => {
  const originalError = new DatabaseUnavailable(new Error())
  const errors = [['addComments'], ['addComments', 'comments', 0, 'author']].map(
    (path) => new GraphQLError(originalError.message, { path, originalError }),
  )
  const masked = maskErrors(afterMutation({ errors }), {} as RequestContext, pino({ level: 'silent' }))
  expect(masked.errors!.map(({ extensions }) => extensions['code'])).toEqual(['UNAVAILABLE', 'INTERNAL_SERVER_ERROR'])
  expect(masked.errors![1]!.message).not.toContain('Nothing was written')
})
