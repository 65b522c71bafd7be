import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../bench/data.ts'
import { type ServerProcess, startCasegateOn } from '../bench/processes.ts'
import { update } from '../bench/requests.ts'
import type { Reply } from './client.ts'
import { audit, Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import { type CheckResult, finding, limit } from './report.ts'
import { openSocket, type SlowSocket } from './slow-socket.ts'
import type { Store } from './stores.ts'

export interface StopOptions {
  stops: number
  clients: number
  /** In one stop out of this many, one request never ends, which the server waits for as long as it may. */
  endlessEvery?: number
}

interface Round {
  exit: number | NodeJS.Signals | null
  exitMs: number
  /** Replies to requests that had left before the signal, and to those that came after it. */
  before: Reply[]
  after: Reply[]
  /** Answers to requests whose bodies were on their way, and the idle connection's request that came after the signal. */
  slow: string[]
  late: string
}

const longestStopMs = 10_000

/** Stops the server by SIGTERM under load; what it had taken is answered, and it ends soon. */
export async function stop(store: Store, { stops, clients, endlessEvery = 10 }: StopOptions): Promise<CheckResult[]> {
  const ledger = new Ledger()
  const rounds: Round[] = []
  for (let count = 0; count < stops; count++) {
    rounds.push(await stopOnce(store, ledger, clients, count % endlessEvery === endlessEvery - 1))
  }
  const secondMs: number[] = []
  const lastAnswers: string[] = []
  for (let count = 0; count < Math.ceil(stops / endlessEvery); count++) {
    secondMs.push(await stopTwice(store, ledger))
    lastAnswers.push(...(await stopIdle(store)))
  }

  const refusals = rounds.flatMap(({ after }) => after).filter(({ head }) => head.startsWith('HTTP/1.1 503 '))
  const isPolite = ({ head }: { head: string }) =>
    /^retry-after: [1-9]/im.test(head) && /^connection: close/im.test(head)
  const before = rounds.flatMap((round) => round.before)
  return [
    finding(
      'the exit code is 0',
      rounds,
      ({ exit }) => exit !== 0,
      ({ exit }) => `${exit}`,
    ),
    limit(
      `it ends within ${longestStopMs / 1000} s`,
      rounds.map(({ exitMs }) => exitMs),
      longestStopMs,
      'ms',
    ),
    finding('a request sent before the signal has a complete answer', before, ({ head }) => head === ''),
    finding(
      'so has one sent to an idle server',
      lastAnswers,
      (answer) => !/^HTTP\/1\.1 (200|503) .*"status":/s.test(answer),
      (answer) => JSON.stringify(answer.slice(0, 60)),
    ),
    finding(
      'a request whose body came slowly is finished',
      rounds.flatMap(({ slow }) => slow),
      (answer) => !answer.startsWith('HTTP/1.1 201 '),
      (answer) => JSON.stringify(answer.slice(0, 60)),
    ),
    finding(
      'an idle connection that sends again is told 503',
      rounds.map(({ late }) => late),
      (answer) => !answer.startsWith('HTTP/1.1 503 '),
      (answer) => JSON.stringify(answer.slice(0, 60)),
    ),
    {
      ...finding(
        'a 503 has Retry-After and Connection: close',
        refusals,
        (reply) => !isPolite(reply),
        ({ head }) => head,
      ),
      beside: `${rounds.flatMap(({ after }) => after).length} requests after the signals`,
    },
    limit('a second signal ends it at once', secondMs, 1_000, 'ms'),
    ...(await store.look((database) => audit(database, ledger))),
  ]
}

async function stopOnce(store: Store, ledger: Ledger, clients: number, withEndless: boolean): Promise<Round> {
  const casegate = await startCasegateOn(store.settings)
  const replies: Reply[] = []
  const onReply = (reply: Reply) => void (reply.fate !== 'unsent' && replies.push(reply))
  const load = startLoad({ ledger, port: () => casegate.port, clients, cases: store.cases, hot: clients >> 2, onReply })
  await load.acknowledged(ledger.acknowledged + clients)

  const idle = await openSocket(casegate.port)
  idle.send('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await idle.answered()
  const silent = [await openSocket(casegate.port), await openSocket(casegate.port)]
  silent[1]?.send('PUT /api/v4/cases/1 HTTP/1.1\r\nHost: loc')
  const halves = await Promise.all(Array.from({ length: 4 }, () => beginUpdate(casegate, ledger, store.cases)))
  const endless = withEndless ? await beginUpdate(casegate, ledger, store.cases) : undefined
  await sleep(random(0, 50))

  const signalAt = performance.now()
  casegate.kill('SIGTERM')
  await sleep(100)
  idle.send('GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  for (const { socket, rest } of halves) socket.send(rest)
  const exit = await casegate.exited
  const exitMs = performance.now() - signalAt
  await load.stop()
  const slow = await Promise.all(halves.map(async ({ socket }) => (await socket.closed())[0] ?? ''))
  halves.forEach((half, index) => half.remember(slow[index] ?? ''))
  const [, late = ''] = await idle.closed()
  for (const socket of [...silent, endless?.socket]) await socket?.closed()
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

/** The answers to requests on new connections, sent a moment before the signal. */
async function stopIdle(store: Store): Promise<string[]> {
  const casegate = await startCasegateOn(store.settings)
  const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(casegate.port)))
  for (const socket of sockets) socket.send('GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  casegate.kill('SIGTERM')
  await casegate.exited
  return Promise.all(sockets.map(async (socket) => (await socket.closed())[0] ?? ''))
}

/** How long it takes from the second signal to the end, while a request is running; Infinity for another end. */
async function stopTwice(store: Store, ledger: Ledger): Promise<number> {
  const casegate = await startCasegateOn(store.settings)
  const { socket } = await beginUpdate(casegate, ledger, store.cases)
  casegate.kill('SIGTERM')
  await sleep(200)
  const signalAt = performance.now()
  casegate.kill('SIGTERM')
  const exit = await casegate.exited
  await socket.closed()
  return exit === 'SIGTERM' ? performance.now() - signalAt : Infinity
}

interface Half {
  socket: SlowSocket
  /** What has not been sent yet. */
  rest: string
  /** Puts the update into the ledger, with its answer. */
  remember(answer: string): void
}

/** Sends all of an update but its last byte, when the server has begun to read it. */
async function beginUpdate(casegate: ServerProcess, ledger: Ledger, cases: number): Promise<Half> {
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
    remember(head) {
      const fate = head.startsWith('HTTP/1.1 201 ') ? 'done' : 'unknown'
      ledger.add(entry, { fate, sentAt: 0, endedAt: 0, head, wrong: null })
    },
  }
}
