import { describe, expect, test } from 'vitest'
import { DatabaseUnavailable } from '../../src/database/unavailable.ts'
import { InternalError } from '../../src/errors/internal-error.ts'
import { RequestError } from '../../src/errors/request-error.ts'
import { loggableError } from '../../src/observability/loggable-error.ts'

const secret = 'qvxzj'

/** An error as a library or a driver creates it. */
function thrownBy(code: () => unknown): unknown {
  try {
    return code()
  } catch (error) {
    return error
  }
}

const postgresql = (code: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { severity: 'ERROR', code, detail: secret, where: secret, hint: secret, ...more })

describe('a logged error contains no data from callers:', () => {
  const errors: [string, unknown][] = [
    ['a text that is no JSON', thrownBy(() => JSON.parse(`{"token": ${secret}`))],
    ['a text that is no number', thrownBy(() => BigInt(secret))],
    ['a text that is no address', thrownBy(() => new URL(secret))],
    ['a member that is not there', thrownBy(() => (undefined as unknown as Record<string, unknown>)[secret])],
    ['what is thrown and no error', secret],
    ['an object that is thrown', { message: secret, stack: secret }],
    ['fields of a driver', Object.assign(new TypeError('x'), { query: secret, params: [secret], code: `E_${secret}` })],
    ['a value that does not fit', postgresql('22P02', `invalid input syntax for type integer: "${secret}"`)],
    ['an unknown failure', postgresql('XX000', secret)],
    [
      'a function of its own',
      postgresql('23514', secret, { routine: 'exec_stmt_raise', table: secret, constraint: secret }),
    ],
    ['a code of its own', postgresql('P0001', secret)],
    ['a message of several lines', Object.assign(new Error(`x\n    at ${secret}\n${secret}`), { name: secret })],
    ['a cause', new InternalError('It broke.', { cause: new Error(secret, { cause: postgresql('22021', secret) }) })],
    ['several at once', new AggregateError([new Error(secret)], secret)],
  ]

  test.each(errors)('of %s', (_what, error) => {
    expect(JSON.stringify(loggableError(error))).not.toContain(secret)
  })
})

describe('a logged error contains', () => {
  test('its type and the location where it was thrown', () => {
    const { type, stack } = loggableError(thrownBy(() => JSON.parse('{')))
    expect(type).toBe('SyntaxError')
    expect(stack).toMatch(/^at JSON\.parse .*\n {4}at .*loggable-error\.unit\.test\.ts:\d+:\d+/)
  })

  test('messages of our own errors and of their causes', () => {
    const broken = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    })
    expect(loggableError(new DatabaseUnavailable(broken))).toMatchObject({
      type: 'DatabaseUnavailable',
      message: 'The database is unavailable. Nothing was written. Try again later.',
      cause: { message: broken.message, code: 'ECONNREFUSED' },
    })
    for (const error of [new InternalError('It broke.'), new RequestError('CONFLICT', 'Twice.')]) {
      expect(loggableError(error)).toMatchObject({ type: error.constructor.name, message: error.message })
    }
  })

  test("PostgreSQL's messages if they contain only names", () => {
    const message = 'new row for relation "case_comments" violates check constraint "short"'
    const where = { table: 'case_comments', constraint: 'short', routine: 'ExecConstraints', file: 'execMain.c' }
    expect(loggableError(postgresql('23514', message, where))).toMatchObject({ code: '23514', message, ...where })
  })

  test('each of several combined errors', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' })
    expect(loggableError(new AggregateError([refused]))).toMatchObject({ errors: [{ message: refused.message }] })
  })
})
