import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import findMyWay from 'find-my-way'
import { RouteError } from './requests/request-error.ts'

/** A path, with the headers that describe its methods and what sends its errors. */
interface KnownPath {
  headers: Record<string, string>
  errorHandler(error: Error, request: FastifyRequest, reply: FastifyReply): unknown
}

/**
 * Rejects unknown paths, and unusual methods of known ones, before the body is read. The response suggests a path that differs only in
 * its form. `link` is the Link header of every 404 response.
 */
export const notFound = fp(async (app, { link }: { link: string }) => {
  const paths = new Set<string>()
  // Fastify routes nine methods. With a route for each of the others that Node parses, the heap was 6 MiB larger.
  const known = findMyWay({ maxParamLength: app.initialConfig.routerOptions?.maxParamLength ?? 100 })
  app.addHook('onRoute', function ({ url, config }) {
    paths.add(formOf(url))
    const { errorHandler } = this
    if (config?.methodHeaders) known.on('GET', url, () => {}, { headers: config.methodHeaders, errorHandler })
  })

  /** Responds to `OPTIONS *`, which concerns the whole server. Throws RouteError for other requests. */
  function answerUnknownPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { method, originalUrl, url } = request
    if (method === 'OPTIONS' && originalUrl === '*') {
      return reply.header('allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS').code(204).send()
    }
    const path = app.supportedMethods.includes(method) ? null : known.find('GET', url)
    if (path && !hasEmptyId(path)) {
      const { headers, errorHandler } = path.store as KnownPath
      // Errors of GraphQL have another form.
      errorHandler(new RouteError(405), request, reply.headers(headers))
      return reply
    }
    reply.header('link', link)
    throw new RouteError(404, suggestion(url.split('?')[0]!, paths))
  }

  app.addHook('onRequest', (request, reply, next) => {
    if (request.is404 || hasEmptyId(request)) answerUnknownPath(request, reply)
    else next()
  })
  // The CORS plugin adds a route for OPTIONS on every path. It passes on requests that are not preflights.
  app.setNotFoundHandler(answerUnknownPath)
})

/** The router also matches /cases/ with /cases/:caseInstanceId. What a wildcard matches may be empty. */
function hasEmptyId({ params }: { params: unknown }): boolean {
  return Object.entries(params as Record<string, string>).some(([name, value]) => name !== '*' && value === '')
}

/** The path with any parameter in the place of each. */
const formOf = (url: string) => url.replaceAll(/(?<=\/):\w+/g, ':id')

/** Names the path that was probably meant. It contains nothing that was sent, except for a number. */
function suggestion(path: string, paths: ReadonlySet<string>): string | undefined {
  const plain = path.toLowerCase().replaceAll(/\/+/g, '/').replace(/\/$/, '')
  const meant = [plain, plain.replace(/^\/(?:api\/)?(?:v\d+\/)?/, '/api/v4/')].find((each) =>
    paths.has(each.replace(/(?<=\/)\d{1,16}(?=\/|$)/, ':id')),
  )
  return meant !== undefined && meant !== path ? `This path does not exist. Use ${meant}.` : undefined
}
