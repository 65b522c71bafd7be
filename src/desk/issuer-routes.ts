import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codeOf } from '../errors/system-errors.ts'
import { RequestError } from '../errors/request-error.ts'
import { allowMethods } from '../http/allowed-methods.ts'
import { queryOf } from '../http/requests/request-context.ts'
import { OutgoingError } from '../outgoing/send.ts'
import type { IssuerClient, SignInChecks } from './issuer-client.ts'
import { setBegunSignIn, setSessionCookie, takeBegunSignIn } from './cookies.ts'
import { openDeskSession } from './sign-in.ts'

const paths = { begin: '/desk/sign-in', end: '/desk/callback' }

/** Why nobody was signed in, for the page. */
type Refusal = 'cancelled' | 'refused' | 'failed'

// Who is signed in does not matter.
const options = {
  exposeHeadRoute: false,
  config: { limitedAs: 'sign-in', readCredentials: () => null },
} as const

/** GET /desk/sign-in leads to the issuer, which leads back to /desk/callback. */
export async function issuerRoutes(app: FastifyInstance, { client }: { client: IssuerClient }): Promise<void> {
  app.get(paths.begin, options, async (request, reply) => {
    const to = ownPath(queryOf(request).get('to'))
    try {
      const { url, checks } = await client.begin(redirectUri(request))
      setBegunSignIn(reply, { ...checks, to })
      return reply.redirect(url.href)
    } catch (err) {
      request.log.warn({ reason: reasonOf(err) }, 'A sign-in at the issuer could not begin.')
      return reply.redirect(withRefusal(to, 'failed'))
    }
  })

  app.get(paths.end, options, async (request, reply) => {
    const begun = takeBegunSignIn(request, reply, queryOf(request).get('state') ?? '')
    const to = ownPath(begun?.to ?? null)
    const refusal = begun ? await complete(request, reply, begun) : 'failed'
    return reply.redirect(refusal ? withRefusal(to, refusal) : to)
  })

  /** Sets the session's cookie, or tells why not. */
  async function complete(
    request: FastifyRequest,
    reply: FastifyReply,
    checks: SignInChecks,
  ): Promise<Refusal | undefined> {
    const { context } = request
    const query = queryOf(request)
    if (query.get('error') === 'access_denied') return 'cancelled'
    try {
      const jwt = await client.complete(new URL(`${redirectUri(request)}?${query}`), checks)
      const person = await context.services.issuer!.identify(jwt)
      if ('rejectedBy' in person) return 'refused'
      const { touchpoint: touchpointCode, personId } = person
      setSessionCookie(reply, await openDeskSession(context, { touchpointCode, personId, origin: 'ISSUER' }))
      return undefined
    } catch (err) {
      request.log.warn({ reason: reasonOf(err) }, 'A sign-in at the issuer failed.')
      return 'failed'
    }
  }

  for (const path of Object.values(paths)) allowMethods(app, path, ['GET'])
}

/** Casegate's address as the browser sees it. Behind a proxy, TRUST_PROXY must be set. */
function redirectUri({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}${paths.end}`
}

/** Cookies hold 4,096 bytes, and the headers of a request 16 KiB. */
const maximumPath = 1_000

/** A path of the desk. Everything else becomes its first page, so that nobody is led to another site. */
function ownPath(to: string | null): string {
  const base = 'http://desk.invalid'
  const url = to === null ? null : URL.parse(to, base)
  if (url?.origin !== base || !/^\/desk(\/|$)/.test(url.pathname)) return '/desk'
  // Letters outside ASCII are longer there than they were sent.
  const path = url.pathname + url.search
  return path.length > maximumPath ? '/desk' : path
}

function withRefusal(to: string, refusal: Refusal): string {
  return `${to}${to.includes('?') ? '&' : '?'}sign-in=${refusal}`
}

/** For the log. Errors of openid-client contain responses of the issuer, and with them tokens. */
function reasonOf(error: unknown): string {
  return error instanceof RequestError || error instanceof OutgoingError
    ? error.message
    : (codeOf(error) ?? 'unexpected')
}
