import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../bench/load/random-input.ts'
import { update } from '../bench/load/requests.ts'
import { type ServerProcess, startCasegate } from '../bench/servers/server-process.ts'
import { checkEach, checkMaximum, type CheckResult } from './check-result.ts'
import type { Reply } from './client.ts'
import { audit, Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import { openSocket, type SlowSocket } from './slow-socket.ts'
import type { Store } from './stores.ts'

export interface StopOptions {
  stops: number
  clients: number
  /** In one stop out of this many, the body of one request is never completed, so that the server stops by timeout. */
  incompleteEvery?: number
}

interface Round {
  exit: number | NodeJS.Signals | null
  exitMs: number
  /** Replies to requests that were sent before and after the signal. */
  before: Reply[]
  after: Reply[]
  /** Responses to requests whose bodies were completed after the signal. */
  slow: string[]
  /** The response to a request on an idle connection after the signal. */
  late: string
}

const maximumStopMs = 10_000

/** Stops the server with SIGTERM under load. It must finish the requests that it received, and exit in time. */
export async function stop(
  store: Store,
  { stops, clients, incompleteEvery = 10 }: StopOptions,
): Promise<CheckResult[]> {
  const ledger = new Ledger()
  const rounds: Round[] = []
  for (let count = 0; count < stops; count++) {
    rounds.push(await stopUnderLoad(store, ledger, clients, count % incompleteEvery === incompleteEvery - 1))
  }
  const secondSignalMs: number[] = []
  const idleResponses: string[] = []
  for (let count = 0; count < Math.ceil(stops / incompleteEvery); count++) {
    secondSignalMs.push(await stopTwice(store, ledger))
    idleResponses.push(...(await stopIdle(store)))
  }

  const before = rounds.flatMap((round) => round.before)
  const after = rounds.flatMap((round) => round.after)
  const isComplete503 = ({ head }: Reply) => /^retry-after: [1-9]/im.test(head) && /^connection: close/im.test(head)
  const start = (response: string) => JSON.stringify(response.slice(0, 60))
  return [
    checkEach(
      'the exit code is 0',
      rounds,
      ({ exit }) => exit !== 0,
      ({ exit }) => `${exit}`,
    ),
    checkMaximum(
      `the server exits within ${maximumStopMs / 1000} s`,
      rounds.map(({ exitMs }) => exitMs),
      maximumStopMs,
      'ms',
    ),
    checkEach('a request sent before the signal gets a complete response', before, ({ head }) => head === ''),
    checkEach(
      'a request sent to an idle server before the signal gets a complete response',
      idleResponses,
      (response) => !/^HTTP\/1\.1 (200|503) .*"status":/s.test(response),
      start,
    ),
    checkEach(
      'a request with a slow body is finished',
      rounds.flatMap(({ slow }) => slow),
      (response) => !response.startsWith('HTTP/1.1 201 '),
      start,
    ),
    checkEach(
      'a request on an idle connection after the signal gets 503',
      rounds.map(({ late }) => late),
      (response) => !response.startsWith('HTTP/1.1 503 '),
      start,
    ),
    {
      ...checkEach(
        'a 503 has Retry-After and Connection: close',
        after.filter(({ head }) => head.startsWith('HTTP/1.1 503 ')),
        (reply) => !isComplete503(reply),
        ({ head }) => head,
      ),
      note: `${after.length} requests after the signals`,
    },
    checkMaximum('a second signal ends the process within 1 s', secondSignalMs, 1_000, 'ms'),
    ...(await store.inspect((database) => audit(database, ledger))),
  ]
}

async function stopUnderLoad(store: Store, ledger: Ledger, clients: number, withIncomplete: boolean): Promise<Round> {
  const casegate = await startCasegate(store.settings)
  const replies: Reply[] = []
  const onReply = (reply: Reply) => void (reply.outcome !== 'unsent' && replies.push(reply))
  const load = startLoad({ ledger, port: () => casegate.port, clients, cases: store.cases, hot: clients >> 2, onReply })
  await load.acknowledged(ledger.acknowledged + clients)

  const idle = await openSocket(casegate.port)
  idle.send('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await idle.answered()
  const unused = await openSocket(casegate.port)
  const withPartialHead = await openSocket(casegate.port)
  withPartialHead.send('PUT /api/v4/cases/1 HTTP/1.1\r\nHost: loc')
  const partial = await Promise.all(Array.from({ length: 4 }, () => beginUpdate(casegate, ledger, store.cases)))
  const incomplete = withIncomplete ? await beginUpdate(casegate, ledger, store.cases) : undefined
  await sleep(random(0, 50))

  const signalAt = performance.now()
  casegate.kill('SIGTERM')
  await sleep(100)
  idle.send('GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  for (const { socket, rest } of partial) socket.send(rest)
  const exit = await casegate.exited
  const exitMs = performance.now() - signalAt
  await load.stop()
  const slow = await Promise.all(partial.map(async ({ socket }) => (await socket.closed())[0] ?? ''))
  partial.forEach((request, index) => request.record(slow[index] ?? ''))
  const [, late = ''] = await idle.closed()
  for (const socket of [unused, withPartialHead, incomplete?.socket]) await socket?.closed()
  const isBefore = ({ sentAt }: Reply) => sentAt < signalAt
  return {
    exit,
    exitMs,
    before: replies.filter(isBefore),
    after: replies.filter((reply) => !isBefore(reply)),
    slow,
    late,
  }
}

/** Returns the responses to requests on new connections, sent immediately before the signal. */
async function stopIdle(store: Store): Promise<string[]> {
  const casegate = await startCasegate(store.settings)
  const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(casegate.port)))
  for (const socket of sockets) socket.send('GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  casegate.kill('SIGTERM')
  await casegate.exited
  return Promise.all(sockets.map(async (socket) => (await socket.closed())[0] ?? ''))
}

/**
 * Sends a second signal while a request is running. Returns the milliseconds until the process exits, or Infinity if it
 * exits with 0, which means that it finished the request.
 */
async function stopTwice(store: Store, ledger: Ledger): Promise<number> {
  const casegate = await startCasegate(store.settings)
  const { socket } = await beginUpdate(casegate, ledger, store.cases)
  casegate.kill('SIGTERM')
  await sleep(200)
  const signalAt = performance.now()
  casegate.kill('SIGTERM')
  const exit = await casegate.exited
  await socket.closed()
  return exit === 1 ? performance.now() - signalAt : Infinity
}

interface PartialRequest {
  socket: SlowSocket
  /** The part of the body that has not been sent. */
  rest: string
  /** Adds the update with its response to the ledger. */
  record(response: string): void
}

/** Sends an update except for its last byte, and waits until the server reads the body. */
async function beginUpdate(casegate: ServerProcess, ledger: Ledger, cases: number): Promise<PartialRequest> {
  const entry = ledger.newUpdate(random(3, cases))
  const { request } = update('rest', entry.caseId, entry.text)
  const [head = '', body = ''] = request.split('\r\n\r\n')
  const socket = await openSocket(casegate.port)
  socket.send(`${head}\r\nExpect: 100-continue\r\n\r\n`)
  await socket.answered()
  socket.send(body.slice(0, -1))
  return {
    socket,
    rest: body.slice(-1),
    record(response) {
      const outcome = response.startsWith('HTTP/1.1 201 ') ? 'acknowledged' : 'unknown'
      ledger.add(entry, { outcome, sentAt: 0, endedAt: 0, head: response, violation: null })
    },
  }
}
