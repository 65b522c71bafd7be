import type { Config } from '../../config.ts'
import { isLoopback } from '../../http/loopback.ts'
import { type CheckResult, failure, ok, warning } from '../check-result.ts'

/** Finds combinations of valid settings that cannot work or are risky. */
export function checkConfiguration(config: Config): CheckResult[] {
  const { store, host, port, graphiql, rateLimits, metricsPort, trustedProxies } = config
  const check = 'configuration'
  const onServer = store.kind === 'postgresql'
  const problems: CheckResult[] = []
  if (metricsPort !== undefined && metricsPort !== 0 && metricsPort === port) {
    problems.push(failure(check, `PORT and METRICS_PORT are both ${port}.`, 'Set METRICS_PORT to another port.'))
  }
  if (!onServer && !isLoopback(host)) {
    const message = `HOST ${host} accepts connections from other machines, but the embedded store is for development.`
    problems.push(warning(check, message, 'Set HOST to 127.0.0.1, or DATABASE_URL to a PostgreSQL server.'))
  }
  if (onServer && graphiql) {
    const advice = 'Set GRAPHIQL to off if you do not trust all callers.'
    problems.push(warning(check, 'The GraphQL playground is open to everyone.', advice))
  }
  if (onServer && !rateLimits) {
    const message = 'Requests are not limited: a single caller can use up the whole service.'
    problems.push(warning(check, message, 'Set RATE_LIMIT to on, unless a proxy limits requests.'))
  }
  if (trustedProxies > 0 && !isLoopback(host)) {
    const message = `TRUST_PROXY is set: callers that bypass the proxy and reach HOST ${host} can forge their address.`
    problems.push(warning(check, message, 'Use a firewall to accept connections from the proxy only.'))
  }
  return problems.length > 0 ? problems : [ok(check, 'The settings are valid and consistent.')]
}
