import { ada } from '../requests/configure.ts'
import { credentialHeaders } from '../requests/credentials.ts'
import { graphql } from '../requests/graphql.ts'
import { asGraphqlError } from '../requests/graphql-errors.ts'
import { sendRaw } from '../requests/http.ts'
import type { TestServer } from '../server/server.ts'

interface Problem {
  code: string
  path: string[]
}

interface Answer {
  endpoint?: { id: string; version: number; secrets: object[]; [member: string]: unknown }
  secret?: string | null
  problems?: Problem[]
  error?: { code: string; currentVersion?: number }
}

/** The administration of endpoints over one API, as Ada. */
export interface WebhookFace {
  name: string
  save(input: Record<string, unknown>): Promise<Answer>
  read(id: string): Promise<object | null>
  list(): Promise<object[]>
  remove(id: string): Promise<string>
  rotate(id: string, keepOldFor?: number): Promise<Answer>
  test(id: string): Promise<object>
  retry(id: string): Promise<object>
}

const fields = `
id url description person { id login firstname email } touchpoint { code name } filter state cursor waiting oldestWaitingAt
secrets { id createdAt expiresAt } version`

export function webhookFaces(server: TestServer): WebhookFace[] {
  return [graphqlFace(server), restFace(server)]
}

function graphqlFace(server: TestServer): WebhookFace {
  async function mutate(name: string, input: object, selected: string): Promise<Answer & { [name: string]: never }> {
    const type = name.replace(/^./, (letter) => letter.toUpperCase())
    const document = `
mutation ($input: ${type}Input!) {
  result: ${name}(input: $input) {
    ... on ${type}Payload { ${selected} }
    ... on ${type}Error { problems { code path } }
  }
}`
    const { data, errors } = await graphql<{ result: never }>(server.url, document, { input }, ada)
    return data?.result ?? ({ error: { ...errors?.[0]?.extensions } } as never)
  }
  const query = async <Data>(document: string, variables = {}) =>
    (await graphql<Data>(server.url, document, variables, ada)).data!
  return {
    name: 'GraphQL',
    save: (input) => mutate('saveWebhookEndpoint', input, `endpoint { ${fields} } secret`),
    async read(id) {
      const document = `query ($id: ID!) { found: webhookEndpoint(id: $id) { ${fields} } }`
      return (await query<{ found: object | null }>(document, { id })).found
    },
    async list() {
      const { list } = await query<{ list: { nodes: object[] } }>(`{ list: webhookEndpoints { nodes { ${fields} } } }`)
      return list.nodes
    },
    async remove(id) {
      const { problems } = await mutate('removeWebhookEndpoint', { id }, 'context { simpleProfile { email } }')
      return problems?.[0]?.code ?? 'removed'
    },
    rotate: (id, keepOldFor) => mutate('rotateWebhookSecret', { id, keepOldFor }, `endpoint { ${fields} } secret`),
    async test(id) {
      const result = await mutate('testWebhookEndpoint', { id }, 'attempt { at durationMs httpStatus failure }')
      return result['attempt'] ?? result
    },
    retry: (id) => mutate('retryWebhookDelivery', { id }, 'delivery { id status }'),
  }
}

function restFace(server: TestServer): WebhookFace {
  async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const answer = await sendRaw(server.url, {
      method,
      path: `/api/v4/webhook-endpoints${path}`,
      headers: { ...credentialHeaders(ada), ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: answer.body === '' ? {} : JSON.parse(answer.body) }
  }
  const numberOf = (id: string) => id.slice(id.indexOf(':') + 1)
  /** The answer as GraphQL gives it. */
  function answerOf({ status, body }: Awaited<ReturnType<typeof send>>): Answer {
    if (status < 300) return body
    const { problems, ...failed } = asGraphqlError(body)
    return { ...failed, ...(problems && { problems: problems.map(({ code, path }) => ({ code, path })) }) }
  }
  return {
    name: 'REST',
    async save({ id, expectedVersion, idempotencyKey, dryRun, ...body }) {
      const headers = {
        ...(expectedVersion !== undefined && { 'if-match': `"${expectedVersion}"` }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': String(idempotencyKey) }),
      }
      const path = `${id === undefined ? '' : `/${numberOf(String(id))}`}${dryRun ? '?dryRun=true' : ''}`
      const answer = answerOf(await send(id === undefined ? 'POST' : 'PATCH', path, body, headers))
      const { endpoint, secret } = answer
      return endpoint ? { endpoint, secret: secret! } : answer
    },
    async read(id) {
      const { status, body } = await send('GET', `/${numberOf(id)}`)
      return status === 404 ? null : body.endpoint
    },
    list: async () => (await send('GET', '')).body.webhookEndpoints,
    async remove(id) {
      const { status, body } = await send('DELETE', `/${numberOf(id)}`)
      return status === 204 ? 'removed' : body.code
    },
    async rotate(id, keepOldFor) {
      return answerOf(
        await send('POST', `/${numberOf(id)}/secrets`, keepOldFor === undefined ? undefined : { keepOldFor }),
      )
    },
    async test(id) {
      const answer = answerOf(await send('POST', `/${numberOf(id)}/test`))
      return (answer as { attempt?: object }).attempt ?? answer
    },
    async retry(id) {
      const [, endpoint, delivery] = id.split(':')
      return answerOf(await send('POST', `/${endpoint}/deliveries/${delivery}/retry`))
    },
  }
}
