import type { FastifyContextConfig, FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { authenticate } from '../viewer/authenticate.ts'
import { revokeSessions } from '../auth/sessions/revoke-sessions.ts'
import { createSessionErrors } from '../auth/sessions/session.errors.ts'
import { currentSession } from '../auth/sessions/read-sessions.ts'
import { requireCredentials } from '../viewer/viewer.ts'
import type { RequestContext } from '../context.ts'
import { RequestError } from '../errors/request-error.ts'
import { allowMethods } from '../http/allowed-methods.ts'
import {
  decodeUtf8,
  ignoreMediaType,
  parseJsonObject,
  requireMediaType,
  takeRawBodies,
} from '../http/requests/json-body.ts'
import { operationProblem, sendProblem } from '../rest/problem.ts'
import { clearSessionCookie, sessionName, setSessionCookie } from './cookies.ts'
import { credentialsIn, type SignInOptions, signInWays } from './sign-in.ts'

const path = '/desk/session'

/** Routes with a JSON object as the body. `read`: takes what the next hooks need from it. */
export function jsonPosts(
  config: FastifyContextConfig = {},
  read: (request: FastifyRequest) => void = () => {},
): RouteShorthandOptions {
  return {
    config,
    onRequest: requireMediaType(['application/json']),
    preValidation: async (request) => {
      request.body = parseJsonObject(decodeUtf8(request.body))
      read(request)
    },
  }
}

/**
 * The session in the browser's cookie. GET tells whether it is valid and how people can sign in, POST signs in, and DELETE
 * revokes it.
 */
export async function sessionRoutes(app: FastifyInstance, options: SignInOptions): Promise<void> {
  const { ways, signIn } = signInWays(options)
  takeRawBodies(app)

  // Wrong tokens and other requests from the same address must not keep people from signing in.
  const config = { limitedAs: 'sign-in' } as const

  app.get(path, { config }, async (request, reply) => {
    const { context } = request
    const session = (await hasSession(context)) ? sessionName(requireCredentials(context)) : null
    return reply.send({ session, ways: ways(request) })
  })

  // Who is signed in does not matter to the next sign-in.
  const posts = jsonPosts({ ...config, readCredentials: () => null, credentialsInBody: true }, ({ context, body }) => {
    context.credentials = credentialsIn(body)
  })
  app.post(path, posts, async (request, reply) => {
    const result = await signIn(request)
    if ('problems' in result) return sendProblem(reply, operationProblem(result.problems, createSessionErrors))
    setSessionCookie(reply, result)
    return reply.code(204).send()
  })

  app.delete(path, { config, onRequest: ignoreMediaType }, async ({ context }, reply) => {
    if (await hasSession(context)) await revokeSessions(context, { sessionId: currentSession })
    clearSessionCookie(reply)
    return reply.code(204).send()
  })

  allowMethods(app, path, ['GET', 'HEAD', 'POST', 'DELETE'])
}

/** Whether the credentials of the context are those of a valid session. */
async function hasSession(context: RequestContext): Promise<boolean> {
  if (!context.credentials) return false
  try {
    await authenticate(context)
    return true
  } catch (error) {
    if (error instanceof RequestError && error.code === 'UNAUTHENTICATED') return false
    throw error
  }
}
