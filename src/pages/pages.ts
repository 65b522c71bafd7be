import { readFile } from 'node:fs/promises'
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
import { toBrowsers } from '../http/headers/accepts-html.ts'
import { trimNotModified } from '../http/headers/not-modified.ts'
import { CachedResponse } from '../http/cached-response.ts'
import { addVary } from '../http/headers/vary.ts'
import { apiReferenceFiles, apiReferencePage } from './api-reference.ts'
import { guideFiles, guidePage, guides, guideScripts, guideText, searchSections, sectionsDocument } from './guides.ts'
import { assetUrl, type Page } from './html-page.ts'
import { type PublicSessions, playground, playgroundAssets } from './playground.ts'
import { startDocument, startPage } from './start-page.ts'

export interface PageOptions {
  desk: boolean
  graphiql: boolean
  /** Public sessions that the pages fill in. */
  sessions: PublicSessions
  /** Rejects requests under names of other hosts. */
  ownHost: onRequestHookHandler
}

const packageRoot = fileURLToPath(new URL('../..', import.meta.url))
/** What searches in the browser. npm may have installed it outside this package. */
const miniSearch = new URL(import.meta.resolve('minisearch'))

async function fileOf(url: URL): Promise<Page> {
  const type = url.pathname.endsWith('.css') ? 'text/css' : 'application/javascript'
  return { body: await readFile(url, 'utf8'), headers: { 'content-type': `${type}; charset=utf-8` } }
}

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
  /** Scripts and styles are loaded and compressed once: compressing megabytes for each request would let anyone occupy the server. */
  function getAsset(url: string, load: () => Promise<Page>): void {
    let loaded: Promise<{ headers: Page['headers']; response: CachedResponse }> | undefined
    app.get(url, async (request, reply) => {
      loaded ??= load().then(({ body, headers }) => ({ headers, response: new CachedResponse(body) }))
      const { headers, response } = await loaded
      return response.sendTagged(request, revalidated(reply).headers(headers))
    })
    allowMethods(app, url, ['GET', 'HEAD'])
  }
  function getFile(url: string, file: string): void {
    app.get(url, (_request, reply) => revalidated(reply).sendFile(file))
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
  getAsset(guideScripts.searchLibrary, () => fileOf(miniSearch))
  getAsset(guideScripts.search, () => fileOf(assetUrl('search.js')))
  getAsset(searchSections, async () => sectionsDocument())
  if (!graphiql) return

  get('/graphql', () => playground(sessions), { ...toBrowsers, onRequest: ownHost })
  for (const [url, load] of Object.entries(playgroundAssets)) getAsset(url, load)
  get('/api/v4/docs', () => apiReferencePage(sessions), { onRequest: ownHost })
  allowMethods(app, '/api/v4/docs', ['GET', 'HEAD'])
  for (const file of apiReferenceFiles) getAsset(`/api/v4/docs/${file}`, () => fileOf(assetUrl(file)))
}

/** Caches must revalidate before each use. */
function revalidated(reply: FastifyReply): FastifyReply {
  return addVary(reply.header('cache-control', 'no-cache'), 'Accept-Encoding')
}
