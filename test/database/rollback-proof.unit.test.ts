import { expect, test } from 'vitest'
import { provesRollback } from '../../src/database/postgres/rollback-proof.ts'
import { asUnavailable } from '../../src/database/unavailable.ts'

const inFunction = 'PL/pgSQL function change_case(bigint,text) line 6 at SQL statement'
const onWorker = `${inFunction}\nwhile executing command on 127.0.0.1:7502`
const connection = (text: string) =>
  `connection to the remote node postgres@127.0.0.1:7502 failed with the following error: ${text}`
const hint = '\n\tIs the server running on that host and accepting TCP/IP connections?'

/** What a server of a cluster reported when another one failed: the code, the message, the context. */
type Recorded = [what: string, code: string, message: string, where?: string]

const error = ([, code, message, where]: Recorded) => Object.assign(new Error(message), { code, where })

test.each<Recorded>([
  ['a worker that is down', '08006', connection(`Connection refused${hint}`)],
  ['a worker that shuts down', '08006', connection('FATAL:  the database system is shutting down')],
  ['a worker that starts', '08006', connection('FATAL:  the database system is starting up')],
  ['a worker without free connections', '08006', connection('FATAL:  sorry, too many clients already')],
  [
    'a worker that accepts no connection in time',
    '08006',
    'could not establish any connections to the node 127.0.0.1:7502 after 1000 ms',
  ],
  [
    'a constraint on the worker',
    '23505',
    'duplicate key value violates unique constraint "cases_pkey_102011"',
    onWorker,
  ],
  ['an exception on the worker', 'P0001', 'raised', onWorker],
  ['a lock of the worker', '55P03', 'canceling statement due to lock timeout', onWorker],
  ['a time limit of the worker', '57014', 'canceling statement due to statement timeout', onWorker],
  ['a deadlock on the worker', '40P01', 'deadlock detected', onWorker],
  [
    'a deadlock of several servers',
    '40P01',
    'canceling the transaction since it was involved in a distributed deadlock',
  ],
  ['a time limit of this server in the function', '57014', 'canceling statement due to statement timeout', inFunction],
  ['a full disk of this server in the function', '53100', 'could not extend file', inFunction],
  ['a function that is missing', '42883', 'function change_case(bigint, text) does not exist'],
  ['a plan that is out of date', '0A000', 'cached plan must not change result type'],
])('a delegated write was rolled back, after %s', (...recorded) => {
  expect(provesRollback(error(recorded), true)).toBe(true)
})

test.each<Recorded>([
  ['a worker that was killed', '08006', connection('connection not open')],
  ['a worker whose session ended', '08006', connection('SSL connection has been closed unexpectedly')],
  [
    'a worker that was restarted',
    '08006',
    connection(
      'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally\n\tbefore or while processing the request.',
    ),
  ],
  ['a worker that was stopped', '57P01', 'terminating connection due to administrator command', onWorker],
  [
    'the crash of another session',
    '57P02',
    'terminating connection because of crash of another server process',
    onWorker,
  ],
  ['a full disk of the worker', '53100', 'could not write to file "pg_wal/xlogtemp.1"', onWorker],
  ['a failure without a code', 'XX000', 'server closed the connection unexpectedly', onWorker],
  ['the time limit of a server that waits for another', '57014', 'canceling statement due to statement timeout'],
  ['lack of memory for the result', '53200', 'out of memory'],
])('the outcome of a delegated write is unknown after %s', (...recorded) => {
  expect(provesRollback(error(recorded), true)).toBe(false)
})

test('a commit that another server did not confirm proves nothing, even if the database is not known to be distributed', () => {
  const unconfirmed = 'could not commit transaction for shard 102011 on at least one active node'
  expect(provesRollback(error(['', 'XX000', unconfirmed]), false)).toBe(false)
  expect(provesRollback(error(['', '08006', connection('connection not open')]), false)).toBe(false)
  expect(provesRollback(error(['', '57P01', 'terminating connection', onWorker]), false)).toBe(false)
})

test.each<Recorded>([
  ['a time limit', '57014', 'canceling statement due to statement timeout'],
  ['a full disk', '53100', 'No space left on device'],
  ['wrong parameters', '08P01', 'bind message supplies 1 parameters, but prepared statement "" requires 2'],
])('a statement that no other server runs was rolled back after %s', (...recorded) => {
  expect(provesRollback(error(recorded), false)).toBe(true)
})

test('before the commit, a transaction that has lost a server is unavailable', () => {
  const lost: Recorded = ['', 'XX000', 'failure on connection marked as essential: 127.0.0.1:7502']
  expect(asUnavailable(error(lost))).toMatchObject({ code: 'UNAVAILABLE' })
})
