import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** Reads tables from a server as operator 1, one after another, in a separate thread. Reports how many seconds each takes. */
function read(): void {
  const startedAt = performance.now()
  const headers = { accept: 'text/csv', 'service-touchpoint': 'tp1', 'service-token': 'bench-session-1' }
  const sent = request(
    { port: workerData as number, host: '127.0.0.1', path: '/api/v4/cases', headers },
    (response) => {
      if (response.statusCode !== 200) throw new Error(`The table has the status ${response.statusCode}.`)
      response.resume().once('end', () => {
        parentPort?.postMessage((performance.now() - startedAt) / 1000, [])
        read()
      })
    },
  )
  sent.end()
}

read()
