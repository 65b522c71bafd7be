/** Memory of a Node process in MiB. */
export interface Memory {
  heap: number
  resident: number
}

/** Measures a process that was started with --inspect, after a garbage collection. */
export async function memoryOf(inspectorPort: number): Promise<Memory> {
  const list = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`)
  const [target] = (await list.json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const call = (id: number, method: string, params = {}) =>
    new Promise<{ result?: { value: string } }>((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data)) as { id?: number; result: { result?: { value: string } } }
        if (message.id === id) resolve(message.result)
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  await call(1, 'HeapProfiler.collectGarbage')
  const { result } = await call(2, 'Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' })
  socket.close()
  const { heapUsed, rss } = JSON.parse(result?.value ?? '{}') as NodeJS.MemoryUsage
  return { heap: heapUsed / 1024 / 1024, resident: rss / 1024 / 1024 }
}
