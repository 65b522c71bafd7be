import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { toBrowsers } from '../http/headers/accepts-html.ts'
import { htmlPage, contentSecurityPolicy } from '../pages/html-page.ts'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { allowMethods } from '../http/allowed-methods.ts'
import { trimNotModified } from '../http/headers/not-modified.ts'
import { addVary } from '../http/headers/vary.ts'

const { body, headers } = htmlPage({
  title: 'Casegate desk',
  body: `<main>
<h1>The desk is not built</h1>
<p>It is built when npm installs the packages for development. To build it now, run these commands and restart the
server:</p>
<pre tabindex="0"><code>npm ci
npm start</code></pre>
</main>`,
})

/** Tells people how to build the desk. */
export function missingDesk(app: FastifyInstance): void {
  app.log.warn('The desk is not built. Run "npm ci" and restart the server, or set DESK=off.')
  for (const url of ['/desk', '/desk/*']) {
    app.get(url, toBrowsers, (_request, reply) => reply.code(503).headers(headers).send(body))
  }
}

/** What `npm run prepare` builds. */
const folder = fileURLToPath(new URL('../../desk/dist/', import.meta.url))

const pageHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy': contentSecurityPolicy({
    'script-src': "'self'",
    'style-src': "'self'",
    'connect-src': "'self'",
    'img-src': "'self' data:",
  }),
}

/** The page for people who work on cases: /desk and the paths below it, which its script reads. */
export async function desk(app: FastifyInstance, { ownHost }: { ownHost: onRequestHookHandler }): Promise<void> {
  app.addHook('onRequest', ownHost)
  for (const url of ['/desk', '/desk/*', '/invitation']) allowMethods(app, url, ['GET', 'HEAD'])
  // Where the link of an invitation leads if DESK_URL has no path. Browsers keep the fragment.
  app.get('/invitation', (_request, reply) => reply.redirect('/desk/invitation'))
  if (!existsSync(`${folder}index.html`)) return missingDesk(app)

  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    cacheControl: false,
    acceptRanges: false,
    preCompressed: true,
  })
  trimNotModified(app)

  function sendPage(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return addVary(reply.headers(pageHeaders), 'Accept').sendFile('index.html')
  }
  app.get('/desk', sendPage)
  app.get('/desk/*', toBrowsers, sendPage)
  // Their names change with their content.
  for (const file of readdirSync(`${folder}assets`).filter((name) => /\.(css|js)$/.test(name))) {
    app.get(`/desk/assets/${file}`, (_request, reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      return addVary(reply, 'Accept-Encoding').sendFile(`assets/${file}`)
    })
  }
  app.get('/desk/assets/*', toBrowsers, (_request, reply) => reply.callNotFound())
}
