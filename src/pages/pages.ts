import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyEtag from '@fastify/etag'
import fastifyStatic from '@fastify/static'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteShorthandOptions,
} from 'fastify'
import { allowMethods } from '../http/allowed-methods.ts'
import { toBrowsers } from '../http/accepts-html.ts'
import { trimNotModified } from '../http/not-modified.ts'
import { addVary } from '../http/vary.ts'
import { apiReferenceFiles, apiReferencePage } from './api-reference.ts'
import { diagramScripts, guideFiles, guidePage, guides, guideText } from './guides.ts'
import type { Page } from './html-page.ts'
import { type PublicSessions, playground, playgroundAssets } from './playground.ts'
import { startDocument, startPage } from './start-page.ts'

export interface PageOptions {
  /** Whether the start page links to the desk. */
  desk: boolean
  /** Whether the playground and the API reference are served. */
  graphiql: boolean
  /** Public sessions that the pages fill in. */
  sessions: PublicSessions
  /** Rejects requests under names of other hosts. */
  ownHost: onRequestHookHandler
}

const packageRoot = fileURLToPath(new URL('../..', import.meta.url))
/** Draws diagrams in the browser. npm may have installed it outside this package. */
const mermaid = fileURLToPath(import.meta.resolve('@mermaid-js/tiny'))

/** The start page, openapi.json, the guides and, if they are on, the playground and the API reference. They need no credentials. */
export async function pages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { desk, graphiql, sessions, ownHost } = options
  await app.register(fastifyEtag)
  await app.register(fastifyStatic, { root: packageRoot, serve: false, cacheControl: false, acceptRanges: false })
  trimNotModified(app)

  function get(
    url: string,
    load: (request: FastifyRequest) => Page | Promise<Page>,
    options: RouteShorthandOptions = {},
  ): void {
    app.get(url, { compress: { threshold: 1024, encodings: ['br', 'gzip'] }, ...options }, async (request, reply) => {
      const { body, headers } = await load(request)
      const { vary, ...others } = headers
      if (vary) addVary(reply, vary)
      return revalidated(reply).headers(others).serializer(String).send(body)
    })
  }
  function getFile(url: string, file: string, folder = packageRoot): void {
    app.get(url, (_request, reply) => revalidated(reply).sendFile(file, folder))
    allowMethods(app, url, ['GET', 'HEAD'])
  }

  get('/', () => startDocument(desk, graphiql))
  get('/', ({ protocol, host }) => startPage(desk, graphiql ? sessions : undefined, `${protocol}://${host}`), {
    ...toBrowsers,
    onRequest: ownHost,
  })
  allowMethods(app, '/', ['GET', 'HEAD'])
  getFile('/api/v4/openapi.json', 'openapi.json')
  for (const file of guides) {
    get(`/${file}`, () => guideText(file))
    get(`/${file}`, () => guidePage(file), toBrowsers)
    allowMethods(app, `/${file}`, ['GET', 'HEAD'])
  }
  for (const file of guideFiles) getFile(`/${file}`, file)
  getFile(diagramScripts.library, basename(mermaid), dirname(mermaid))
  getFile(diagramScripts.start, 'assets/diagrams.js')
  if (!graphiql) return

  get('/graphql', () => playground(sessions), { ...toBrowsers, onRequest: ownHost })
  for (const [url, load] of Object.entries(playgroundAssets)) {
    get(url, load)
    allowMethods(app, url, ['GET', 'HEAD'])
  }
  get('/api/v4/docs', () => apiReferencePage(sessions), { onRequest: ownHost })
  allowMethods(app, '/api/v4/docs', ['GET', 'HEAD'])
  for (const file of apiReferenceFiles) getFile(`/api/v4/docs/${file}`, `assets/${file}`)
}

/** Caches must revalidate before each use. */
function revalidated(reply: FastifyReply): FastifyReply {
  return addVary(reply.header('cache-control', 'no-cache'), 'Accept-Encoding')
}
