import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { RequestError } from '../errors/request-error.ts'
import type { Executor } from '../graphql/executor.ts'
import { graphqlPosts } from '../graphql/requests/route.ts'
import type { IssuerSettings } from '../settings/issuer-settings.ts'
import { allowMethods } from '../http/allowed-methods.ts'
import { sendExport } from '../personal-data/export-route.ts'
import { restRoutes } from '../rest/plugin.ts'
import { caseListOrTableRoute } from '../cases/table/case-table.rest.ts'
import { deskAttachmentRoutes } from './attachment-routes.ts'
import { cookieCredentials } from './cookies.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { issuerClient } from './issuer-client.ts'
import { issuerRoutes } from './issuer-routes.ts'
import type { SignInOptions } from './sign-in.ts'

export interface DeskServiceOptions extends SignInOptions {
  executor: Executor
  schema: GraphQLSchema
  /** Undefined if no issuer is configured. */
  issuer: IssuerSettings | undefined
  /** A monotonic clock in milliseconds. */
  now: () => number
  /** Rejects requests under names of other hosts. */
  ownHost: onRequestHookHandler
}

/**
 * Rejects requests that a page of another origin may have caused, before the body is read. Browsers say so in Sec-Fetch-Site,
 * or, if they do not trust the connection, in the Origin of every request except GET and HEAD.
 */
const requireSameOrigin: onRequestHookHandler = (request, _reply, next) => {
  if (isSameOrigin(request)) return next()
  next(new RequestError('FORBIDDEN', 'Only pages of this origin may send this request.'))
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

function isSameOrigin({ headers, host, method }: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined) return site === 'same-origin'
  if (origin === undefined) return safeMethods.includes(method)
  return URL.parse(origin)?.host === host.toLowerCase()
}

/** Browsers send the cookie of the session only below /desk. */
const deskTableRoute = { ...caseListOrTableRoute, path: '/desk/case-table' }

const exportPath = '/desk/persons/:personId/export'

/** The server part of the desk: signs people in, and executes GraphQL with the session in the browser's cookie. */
export async function deskService(app: FastifyInstance, options: DeskServiceOptions): Promise<void> {
  const { executor, schema, issuer, now, settings, ownHost, relyingParty } = options
  app.addHook('onRequest', ownHost)
  await app.register(fastifyCookie, { hook: false })
  app.addHook('onRoute', (route) => {
    route.config = { readCredentials: cookieCredentials, ...route.config }
  })
  await app.register(async (own) => {
    own.addHook('onRequest', requireSameOrigin)
    await own.register(sessionRoutes, options)
    if (relyingParty) await own.register(passkeyRoutes, { relyingParty })
    await own.register(graphqlPosts, { path: '/desk/graphql', executor })
    await own.register(restRoutes, { executor, schema, table: [...deskAttachmentRoutes, deskTableRoute] })
    // A file that is too large for the result of a field.
    own.get(exportPath, { exposeHeadRoute: false }, (_request, reply) => sendExport(reply))
    allowMethods(own, exportPath, ['GET'])
  })
  // Another site, the issuer, leads to these.
  if (issuer && settings.client) {
    await app.register(issuerRoutes, { client: issuerClient(issuer, settings.client, now) })
  }
}
