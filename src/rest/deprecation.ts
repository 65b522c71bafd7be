import type { FastifyInstance } from 'fastify'
import { queryOf } from '../http/request-context.ts'

/** The deprecation of a route or of a parameter. Days have the form YYYY-MM-DD and begin in UTC. */
export interface Deprecation {
  /** The first day of the deprecation. */
  since: string
  /** The first day on which it no longer works. */
  sunset: string
  /** A page that describes the replacement. */
  link: string
}

/** The deprecations of a route. */
export interface Deprecations {
  path: string
  deprecated?: Deprecation
  /** Deprecated query parameters. A request that sends one gets the headers of the deprecation. */
  deprecatedParameters?: Record<string, Deprecation>
}

/** Adds deprecation headers to requests that use the route or the parameter. If several apply, the earliest sunset wins. */
export function announceDeprecations(
  app: FastifyInstance,
  { path, deprecated, deprecatedParameters = {} }: Deprecations,
): void {
  const notices = [
    ...(deprecated ? [{ parameter: undefined, ...deprecated }] : []),
    ...Object.entries(deprecatedParameters).map(([parameter, deprecation]) => ({ parameter, ...deprecation })),
  ]
    .sort((a, b) => Date.parse(a.sunset) - Date.parse(b.sunset))
    .map(({ parameter, ...deprecation }) => ({ parameter, headers: deprecationHeaders(deprecation) }))
  if (notices.length === 0) return
  app.addHook('onRequest', (request, reply, next) => {
    const isUsed = (parameter: string | undefined) => parameter === undefined || queryOf(request).has(parameter)
    const notice = request.routeOptions.url === path && notices.find(({ parameter }) => isUsed(parameter))
    if (notice) reply.headers(notice.headers)
    next()
  })
}

/** Deprecation (RFC 9745), Sunset (RFC 8594) and Link. Throws if the dates are invalid. */
function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  const [from, until] = [startOf(since), startOf(sunset)]
  if (until < from) throw new Error(`The sunset ${sunset} is before the deprecation ${since}.`)
  return {
    deprecation: `@${from.getTime() / 1000}`,
    sunset: until.toUTCString(),
    link: `<${link}>; rel="deprecation"; type="text/html"`,
  }
}

function startOf(day: string): Date {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) throw new Error(`${day} is not a date.`)
  return date
}
