import { onTestFinished } from 'vitest'
import type { TestServer } from '../server/server.ts'
import { ada } from '../requests/credentials.ts'
import { change } from '../requests/changes.ts'
import { graphqlData } from '../requests/graphql.ts'
import { Receiver } from './receiver.ts'

/** Servers send to receivers on this machine. */
export const webhookSettings = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }

export interface SavedEndpoint {
  id: string
  url: string
  state: string
  version: number
  waiting: number
  cursor: string
}

export interface Saved {
  endpoint?: SavedEndpoint
  secret?: string | null
  problems?: { code: string; message: string; path: string[] }[]
}

const save = `
mutation ($input: SaveWebhookEndpointInput!) {
  result: saveWebhookEndpoint(input: $input) {
    ... on SaveWebhookEndpointPayload { endpoint { id url state version waiting cursor } secret }
    ... on SaveWebhookEndpointError { problems { code message path } }
  }
}`

/** What an endpoint with Olga's view needs. */
export const asOlga = { login: 'OPERATOR', email: 'olga@example.com', touchpointCode: 'desk' }

export async function saveEndpoint(server: TestServer, input: object): Promise<Saved> {
  return (await graphqlData<{ result: Saved }>(server.url, save, { input }, ada)).result
}

/** Creates an endpoint with a receiver. It is disabled when the test has finished. */
export async function endpointWithReceiver(server: TestServer, input: object = {}) {
  const receiver = await Receiver.start()
  const { endpoint, secret, problems } = await saveEndpoint(server, { url: receiver.url, ...asOlga, ...input })
  if (!endpoint || typeof secret !== 'string') throw new Error(JSON.stringify(problems))
  onTestFinished(async () => {
    await saveEndpoint(server, { id: endpoint.id, enabled: false })
    await receiver.stop()
  })
  return { id: endpoint.id, receiver, secret }
}

export interface ListedDelivery {
  id: string
  eventId: string
  status: string
  attempts: { at: string; durationMs: number; httpStatus: number | null; failure: string | null }[]
  nextAttemptAt: string | null
}

export interface ReadEndpoint extends SavedEndpoint {
  oldestWaitingAt: string | null
  secrets: { id: string; createdAt: string; expiresAt: string | null }[]
  deliveries: { nodes: ListedDelivery[]; totalCount: number }
}

export async function readEndpoint(server: TestServer, id: string): Promise<ReadEndpoint> {
  const document = `
query ($id: ID!) {
  node(id: $id) {
    ... on WebhookEndpoint {
      id url state version waiting cursor oldestWaitingAt secrets { id createdAt expiresAt }
      deliveries(first: 100) {
        totalCount nodes { id eventId status attempts { at durationMs httpStatus failure } nextAttemptAt }
      }
    }
  }
}`
  return (await graphqlData<{ node: ReadEndpoint }>(server.url, document, { id }, ada)).node
}

/** Adds a comment to a case as Olga, and returns the ID of the event. */
export async function changeCase(server: TestServer, id: number): Promise<string> {
  const comments = [{ text: 'Not for receivers' }]
  const { case: changed } = await change(server.url, 'addComments', { caseInstanceId: id, comments })
  return `event:${id}:${changed!.version}`
}

/** Asks for another attempt. */
export async function retryDelivery(server: TestServer, id: string): Promise<object> {
  const document = `
mutation ($id: ID!) {
  result: retryWebhookDelivery(input: { id: $id }) {
    ... on RetryWebhookDeliveryPayload { delivery { id eventId status } }
    ... on RetryWebhookDeliveryError { problems { code message path } }
  }
}`
  return (await graphqlData<{ result: object }>(server.url, document, { id }, ada)).result
}
