import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import type { Attack } from './memory-attacks.ts'
import { openUnreadSocket, type UnreadSocket } from './unread-socket.ts'

// A separate thread, because the load would delay the requests of the other client.
const { attack, port } = workerData as { attack: Attack; port: number }
let sockets: UnreadSocket[] = []
for (;;) {
  sockets = sockets.filter((socket) => !socket.isClosed())
  const isKnown = attack.once ? sockets.length : 0
  while (sockets.length < attack.connections) sockets.push(openUnreadSocket(port, attack.reading))
  for (const socket of sockets.slice(isKnown)) socket.send(attack.request.repeat(attack.pipelined))
  await sleep(1_000)
}
