import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allowMethods } from '../http/allowed-methods.ts'
import type { IssuerSettings } from '../settings/issuer-settings.ts'

const wellKnown = '/.well-known/oauth-protected-resource'

/** Tells the clients of a path which issuer gives them tokens (RFC 9728): in a document, which responses with status 401 name. */
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

/** Where the caller reached the server. Behind a proxy that is trusted, as the proxy says. */
function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`
}
