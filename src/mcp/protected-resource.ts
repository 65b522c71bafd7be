import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allowMethods } from '../http/allowed-methods.ts'
import type { IssuerSettings } from '../settings/issuer-settings.ts'

const wellKnown = '/.well-known/oauth-protected-resource'

/** Serves a document that tells the clients of a path which issuer gives them tokens (RFC 9728). Responses with status 401 link to it. */
export function describeProtectedResource(app: FastifyInstance, path: string, issuer: IssuerSettings): void {
  for (const url of [wellKnown + path, wellKnown]) {
    app.get(url, (request, reply) =>
      reply.header('cache-control', 'no-cache').send({
        resource: originOf(request) + path,
        authorization_servers: [issuer.url],
        bearer_methods_supported: ['header'],
        resource_name: 'Casegate',
      }),
    )
    allowMethods(app, url, ['GET', 'HEAD'])
  }
  app.addHook('onSend', (request, reply, _payload, done) => {
    const challenges = String(reply.getHeader('www-authenticate') ?? '')
    if (challenges !== '') {
      const metadata = `resource_metadata="${originOf(request)}${wellKnown}${path}"`
      reply.header('www-authenticate', `${challenges}${challenges.endsWith('Bearer') ? ' ' : ', '}${metadata}`)
    }
    done()
  })
}

/** The address at which the caller reached the server. A trusted proxy says what it is. */
function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`
}
