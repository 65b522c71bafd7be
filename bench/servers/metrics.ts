/** Reads a counter from the metrics of a server: the sum over its labels, or 0 if nothing was counted yet. */
export async function readCounter(metricsPort: number, name: string): Promise<number> {
  const page = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  if (!page.includes(`# TYPE ${name} counter`)) throw new Error(`The metrics have no counter ${name}.`)
  const values = page.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))
  return values.reduce((sum, [, value]) => sum + Number(value), 0)
}
