import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Observer } from '../observability/observer.ts'
import { faceOf, outcomeOf, type RequestSummary } from '../observability/request-summary.ts'
import type { RunningRequests } from './connections/draining.ts'

interface RequestLogOptions {
  observer: Observer | undefined
  runningRequests: RunningRequests
  errorCodes: ReadonlySet<string>
  /** The parameter of paths whose value is logged if it is a number. */
  loggedParameter: string
}

/**
 * Writes a log line for each request when its response is complete or aborted, and reports the request to metrics and
 * traces. Health probes are logged at level debug and not traced.
 */
export const requestLog = fp(
  async (app, { observer, runningRequests, errorCodes, loggedParameter }: RequestLogOptions) => {
    const segments = new Set<string>()
    app.addHook('onRoute', ({ url }) => url.split('/').forEach((segment) => segments.add(segment)))

    app.addHook('onRequest', (request, reply, next) => {
      const started = performance.now()
      const { raw } = reply
      const { telemetry } = request.context
      const isCounted = runningRequests.begin()
      if (observer?.trace && !isProbe(request.routeOptions.url)) telemetry.trace = observer.trace(request.raw)
      // The only listener for this event. A second one made V8 keep whole requests for longer.
      raw.once('close', () => {
        const elapsed = performance.now() - started
        if (isCounted) runningRequests.end()
        request.context.responseBudget.closed()
        const path = loggablePath(request, segments, loggedParameter)
        const isAborted = !raw.writableFinished
        const summary: RequestSummary = {
          requestId: request.id,
          method: request.method,
          path,
          status: raw.statusCode,
          ms: Math.round(elapsed * 10) / 10,
          operation: telemetry.operation,
          outcome: outcomeOf(telemetry.outcome, raw.statusCode, isAborted, errorCodes),
          graphqlErrors: (telemetry.hasGraphqlErrors && faceOf(path) === 'graphql') || undefined,
          aborted: isAborted || undefined,
        }
        if (isProbe(path)) request.log.debug(summary, 'request')
        else request.log.info(summary, 'request')
        observer?.count?.(summary, elapsed / 1000)
        telemetry.trace?.end(summary, request.routeOptions.url)
      })
      next()
    })
  },
)

function isProbe(path: string | undefined): boolean {
  return path === '/livez' || path === '/readyz'
}

/** Replaces each segment that is neither part of a route nor a number by *, because it may be a token. */
function loggablePath(
  { is404, url, params, routeOptions }: FastifyRequest,
  segments: ReadonlySet<string>,
  logged: string,
): string {
  if (!is404) {
    const path = routeOptions.url ?? ''
    const value = (params as Record<string, string>)[logged]
    return value === undefined ? path : path.replace(`:${logged}`, loggableSegment(value))
  }
  const [path = ''] = url.split('?')
  return path
    .split('/')
    .map((segment) => (segments.has(segment) ? segment : loggableSegment(segment)))
    .join('/')
}

function loggableSegment(segment: string): string {
  return /^\d{1,16}$/.test(segment) ? segment : '*'
}
