import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Observer } from '../observability/observer.ts'
import type { RunningRequests } from './draining.ts'

export interface RequestLogOptions {
  observer: Observer | undefined
  runningRequests: RunningRequests
}

/**
 * Writes a log line for each request when its response is complete or aborted, and reports the request to metrics and
 * traces.
 */
export const requestLog = fp(async (app, { observer, runningRequests }: RequestLogOptions) => {
  const segments = new Set<string>()
  app.addHook('onRoute', ({ url }) => url.split('/').forEach((segment) => segments.add(segment)))

  app.addHook('onRequest', (request, reply, next) => {
    const started = performance.now()
    const { raw } = reply
    const isCounted = runningRequests.begin()
    request.context.telemetry.trace = observer?.trace?.(request.raw)
    // The only listener for this event. A second one made V8 keep whole requests for longer.
    raw.once('close', () => {
      const elapsed = performance.now() - started
      if (isCounted) runningRequests.end()
      const path = loggablePath(request, segments)
      observer?.end(request.context, { path, status: raw.statusCode, ms: elapsed, aborted: !raw.writableFinished })
      const line = {
        requestId: request.id,
        method: request.method,
        path,
        status: raw.statusCode,
        ms: Math.round(elapsed * 10) / 10,
      }
      request.log.info(raw.writableFinished ? line : { ...line, aborted: true }, 'request')
    })
    next()
  })
})

/** Replaces each segment that is neither part of a route nor a case ID by *, because it may be a token. */
function loggablePath({ is404, url, params, routeOptions }: FastifyRequest, segments: ReadonlySet<string>): string {
  if (!is404) {
    const { caseInstanceId } = params as { caseInstanceId?: string }
    const path = routeOptions.url ?? ''
    return caseInstanceId === undefined ? path : path.replace(':caseInstanceId', loggableSegment(caseInstanceId))
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
