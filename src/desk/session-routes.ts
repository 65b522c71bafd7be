import type { FastifyInstance } from 'fastify'
import { createSessionErrors } from '../auth/session.errors.ts'
import { requireCredentials } from '../auth/viewer.ts'
import { allowMethods } from '../http/allowed-methods.ts'
import { decodeUtf8, ignoreMediaType, parseJsonObject, requireMediaType, takeRawBodies } from '../http/json-body.ts'
import { operationProblem, sendProblem } from '../rest/problem.ts'
import { endSession, hasSession } from './current-session.ts'
import { clearSessionCookie, sessionName, setSessionCookie } from './session-cookie.ts'
import { type SignInOptions, signInWays } from './sign-in.ts'

const path = '/desk/session'

/**
 * The session in the browser's cookie. GET tells whether it is valid and how people can sign in, POST signs in, and DELETE
 * revokes it.
 */
export async function sessionRoutes(app: FastifyInstance, options: SignInOptions): Promise<void> {
  const { ways, signIn } = signInWays(options)
  takeRawBodies(app)

  app.get(path, async (request, reply) => {
    const { context } = request
    const session = (await hasSession(context)) ? sessionName(requireCredentials(context)) : null
    return reply.send({ session, ways: ways(request) })
  })

  // Who is signed in does not matter to the next sign-in.
  const config = { readCredentials: () => null }
  app.post(path, { config, onRequest: requireMediaType(['application/json']) }, async (request, reply) => {
    const result = await signIn(request, parseJsonObject(decodeUtf8(request.body)))
    if ('problems' in result) return sendProblem(reply, operationProblem(result.problems, createSessionErrors))
    setSessionCookie(reply, result)
    return reply.code(204).send()
  })

  app.delete(path, { onRequest: ignoreMediaType }, async ({ context }, reply) => {
    await endSession(context)
    clearSessionCookie(reply)
    return reply.code(204).send()
  })

  allowMethods(app, path, ['GET', 'HEAD', 'POST', 'DELETE'])
}
