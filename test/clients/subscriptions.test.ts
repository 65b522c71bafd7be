import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { Client as UrqlClient, fetchExchange } from '@urql/core'
import { createClient } from 'graphql-sse'
import { expect, onTestFinished, test } from 'vitest'
import { graphqlRequest } from '../support/clients/graphql-request.ts'
import { change } from '../support/requests/changes.ts'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { settledFeed } from '../support/requests/event-feed.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()

const document = 'subscription Comments($after: String) { caseEvents(after: $after) { cursor event { id kind } } }'
const headers = credentialHeaders(olga)

/** Calls the function with a variable, and returns the event that it must receive. */
async function commented() {
  const id = await server.addCase()
  const after = await settledFeed(server)
  const comment = { caseInstanceId: `${id}`, comments: [{ text: 'Hello.' }] }
  await change(server.url, 'addComments', comment)
  return { after, event: expect.objectContaining({ id: `event:${id}:2`, kind: 'COMMENTED' }) }
}

/** Subscribes, and returns the first result. */
type Subscribe = (variables: object, accept?: string) => Promise<unknown>

const byUrql: Subscribe = (variables, accept) =>
  new Promise((resolve, reject) => {
    const client = new UrqlClient({
      url: `${server.url}/graphql`,
      exchanges: [fetchExchange],
      fetchSubscriptions: true,
      preferGetMethod: false,
      fetchOptions: { headers: { ...headers, ...(accept && { accept }) } },
    })
    const { unsubscribe } = client.subscription(document, variables).subscribe(({ data, error }) => {
      if (error) reject(error)
      else if (data) resolve(data.caseEvents.event)
    })
    onTestFinished(unsubscribe)
  })

const byApollo: Subscribe = (variables, accept) =>
  new Promise((resolve, reject) => {
    const http = new HttpLink({ uri: `${server.url}/graphql`, headers: { ...headers, ...(accept && { accept }) } })
    const client = new ApolloClient({ link: ApolloLink.from([http]), cache: new InMemoryCache() })
    const running = client.subscribe<{ caseEvents: { event: object } }>({ query: gql(document), variables }).subscribe({
      next: ({ data, error }) => (data ? resolve(data.caseEvents.event) : reject(error)),
      error: reject,
    })
    onTestFinished(() => {
      running.unsubscribe()
      client.stop()
    })
  })

const byGraphqlSse: Subscribe = async (sent) => {
  const variables = { ...sent }
  const client = createClient({ url: `${server.url}/graphql`, headers })
  onTestFinished(() => client.dispose())
  for await (const { data } of client.iterate<{ caseEvents: { event: object } }>({ query: document, variables })) {
    if (data) return data.caseEvents.event
  }
  return undefined
}

test.each([
  ['urql', byUrql, undefined],
  ['urql', byUrql, 'multipart/mixed'],
  ['Apollo Client', byApollo, undefined],
  ['graphql-sse', byGraphqlSse, undefined],
])('%s receives the results of a subscription', async (_name, subscribe, accept) => {
  const { after, event } = await commented()
  expect(await subscribe({ after }, accept)).toEqual(event)
})

test('graphql-request, which reads no streams, is told what a subscription needs', async () => {
  const outcome = await graphqlRequest.execute(server.url, { document, variables: {}, caller: olga })
  expect(outcome).toMatchObject({ status: 406, codes: ['BAD_USER_INPUT'] })
})

const types = ['text/event-stream', 'multipart/mixed', 'application/json']
const pairs = types.flatMap((first) => types.filter((type) => type !== first).map((second) => [first, second]))
const triples = pairs.map((pair) => [...pair, types.find((type) => !pair.includes(type))!])
const orders = [...types.map((type) => [type]), ...pairs, ...triples]
const weights = ['', ';q=0.9', ';q=0.1', ';q=0']
const weighted = orders.flatMap((order) => [
  order,
  ...weights.map((weight) => order.map((type, index) => (index === 0 ? `${type}${weight}` : type))),
  ...weights.map((weight) => order.map((type, index) => (index === order.length - 1 ? `${type}${weight}` : type))),
])
const accepts = [...weighted.map((ranges) => ranges.join(', ')), 'text/event-stream, */*', '*/*, multipart/mixed;q=0.5']

test('the form of a subscription is the stream that is wanted most, whatever else is accepted', async () => {
  const { after } = await commented()
  const body = JSON.stringify({ query: document, variables: { after } })
  const refusals = new Set<boolean>()
  for (const accept of new Set(accepts)) {
    const streams = accept
      .split(', ')
      .map((range) => ({ type: range.split(';')[0]!, quality: Number(/q=(.*)/.exec(range)?.[1] ?? 1) }))
      .filter(({ type, quality }) => quality > 0 && type !== 'application/json' && type !== '*/*')
    const [wanted] = streams.toSorted((a, b) => b.quality - a.quality)
    const leaving = new AbortController()
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { ...headers, accept, 'content-type': 'application/json' },
      body,
      signal: leaving.signal,
    })
    if (!wanted) {
      refusals.add(JSON.stringify(await response.json()).includes('Accept'))
      continue
    }
    expect(response.headers.get('content-type'), accept).toContain(wanted.type)
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      if (text.includes('COMMENTED')) break
    }
    const form =
      wanted.type === 'text/event-stream' ? /^event: next\ndata: \{"data"/m : /^---\r\nContent-Type: application\/json/m
    expect(text, accept).toMatch(form)
    leaving.abort()
  }
  expect([...refusals]).toEqual([true])
})
