import type { Logger } from 'pino'
import type { PublicSession } from '../../pages/playground.ts'
import type { Config } from '../../settings/config.ts'

interface Addresses {
  url: string
  metricsUrl: string | undefined
}

/** What the embedded store has for a first request. */
interface Demonstration {
  hasLoaded: boolean
  operator: PublicSession | undefined
}

/** Logs and prints where the service is. */
export function announce(
  { store, desk, graphiql, relyingParty, workers }: Config,
  logger: Logger,
  { url, metricsUrl }: Addresses,
  { hasLoaded, operator }: Demonstration = { hasLoaded: false, operator: undefined },
): void {
  // Since the process started.
  const ms = Math.round(performance.now())
  const facts = { url, metrics: metricsUrl, store: store.kind, ...(workers > 1 && { workers }), ms }
  logger.info(facts, 'Casegate is listening')
  if (store.kind === 'embedded') process.stderr.write(greeting(url, store.folder, ms, hasLoaded))
  if (operator) process.stderr.write(requestToCopy(url, operator))
  // Passkeys work only there.
  if (desk) process.stderr.write(`Open the desk in a browser: ${relyingParty?.url ?? `${url}/desk`}\n`)
  if (graphiql) process.stderr.write(`Open the playground in a browser: ${url}/graphql\n`)
  if (desk || graphiql) process.stderr.write('\n')
}

function greeting(url: string, folder: string, ms: number, withDemoData: boolean): string {
  const loaded = withDemoData ? 'The demonstration data has been loaded.\n' : ''
  return `
Casegate is listening at ${url} (started in ${ms} ms).
Cases are stored in an embedded PostgreSQL in ${folder}. It is for evaluation and development: only one
process can use it, and its data survives a crash of the process, but not of the machine. Set DATABASE_URL to use a PostgreSQL server.
${loaded}
`
}

function requestToCopy(url: string, { touchpoint, token }: PublicSession): string {
  return `Try it:

  curl -X PUT ${url}/api/v4/cases/1001 \\
    -H 'Content-Type: application/json' -H 'Service-Touchpoint: ${touchpoint}' -H 'Service-Token: ${token}' \\
    -d '{"categoryCode": "BILLING", "typeCode": "REFUND", "status": "In progress", "comments": ["Looking into it."]}'

`
}
