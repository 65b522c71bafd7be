import { Worker } from 'node:worker_threads'

/** How long a worker may do nothing but one thing, and how long the tests of a file may take. */
const blockedMs = 180_000
const fileMs = 900_000

/** A thread, because the worker's own thread is what hangs. Vitest goes on with the other files in another worker. */
const thread = `
const { workerData: { beats, blockedMs, fileMs }, parentPort } = require('node:worker_threads')
let file = '', started = Date.now(), last = -1, at = Date.now()
parentPort.on('message', (name) => { file = name; started = Date.now() })
setInterval(() => {
  const beat = Atomics.load(beats, 0), now = Date.now()
  if (beat !== last) [last, at] = [beat, now]
  if (file === '' || (now - at < blockedMs && now - started < fileMs)) return
  require('node:fs').writeSync(2, 'The tests of ' + file + ' hang. Their worker is ended.\\n')
  process.kill(process.pid, 'SIGKILL')
}, 1000)`

const beats = new Int32Array(new SharedArrayBuffer(4))
let watchdog: Worker | undefined

/** Ends this worker if it hangs, and says in which file. Call it with no file when the tests of a file have ended. */
export function watch(file = ''): void {
  if (!watchdog) {
    watchdog = new Worker(thread, { eval: true, workerData: { beats, blockedMs, fileMs } })
    watchdog.unref()
    setInterval(() => Atomics.add(beats, 0, 1), 1_000).unref()
  }
  // The rule is about windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  watchdog.postMessage(file)
}
