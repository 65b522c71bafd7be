import type { Config } from '../config.ts'
import { failure, type CheckResult, ok, warning } from './check-result.ts'
import { isLoopback } from '../http/loopback.ts'

/** What each setting by itself allows, and several of them together make dangerous or impossible. */
export function checkConfiguration(config: Config): CheckResult[] {
  const { store, host, port, graphiql, rateLimits, metricsPort, trustProxy } = config
  const check = 'configuration'
  const served = store.kind === 'postgresql'
  const findings: CheckResult[] = []
  if (metricsPort !== undefined && metricsPort !== 0 && metricsPort === port) {
    findings.push(failure(check, `PORT and METRICS_PORT are both ${port}.`, 'Set METRICS_PORT to another one.'))
  }
  if (!served && !isLoopback(host)) {
    const message = `HOST ${host} lets other machines in, and the embedded store is for trying out.`
    findings.push(warning(check, message, 'Set HOST to 127.0.0.1, or DATABASE_URL to a PostgreSQL server.'))
  }
  if (served && graphiql) {
    const advice = 'Set GRAPHIQL to off where callers are not trusted.'
    findings.push(warning(check, 'Anybody is shown the playground.', advice))
  }
  if (served && !rateLimits) {
    const message = 'One caller may take all of the service: requests are not limited.'
    findings.push(warning(check, message, 'Set RATE_LIMIT to on, unless a proxy limits them.'))
  }
  if (trustProxy && !isLoopback(host)) {
    const message = `TRUST_PROXY is on: who reaches HOST ${host} past the proxy chooses the address that counts.`
    findings.push(warning(check, message, 'Let a firewall admit the proxy alone.'))
  }
  return findings.length > 0 ? findings : [ok(check, 'The settings are right, and go together.')]
}
