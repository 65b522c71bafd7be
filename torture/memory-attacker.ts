import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import type { Attack } from './memory-attack.ts'

// A separate thread, because the load would delay the requests of the other client.
const { attack, port } = workerData as { attack: Attack; port: number }
const { reading, connections, pipelined, request, once } = attack

function openSocket(): Socket {
  // The system hands over one byte at a time, and more only after resume().
  const onread = {
    buffer: Buffer.alloc(reading === 'everything' ? 65_536 : 1),
    callback: () => reading === 'everything',
  }
  const socket = connect({ port, host: '127.0.0.1', onread })
  socket.on('error', () => socket.destroy())
  return reading === 'nothing' ? socket.pause() : socket
}

let sockets: Socket[] = []
for (;;) {
  sockets = sockets.filter((socket) => !socket.destroyed)
  if (reading === 'a byte a second') for (const socket of sockets) socket.resume()
  const isKnown = once ? sockets.length : 0
  while (sockets.length < connections) sockets.push(openSocket())
  for (const socket of sockets.slice(isKnown)) socket.write(request.repeat(pipelined))
  await sleep(1_000)
}
