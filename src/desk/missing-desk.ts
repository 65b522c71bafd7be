import type { FastifyInstance } from 'fastify'
import { toBrowsers } from '../http/accepts-html.ts'
import { htmlPage } from '../pages/html-page.ts'

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
