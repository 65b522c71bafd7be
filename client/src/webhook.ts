import { Webhook } from 'standardwebhooks'
import type { components } from './generated/openapi.ts'

/** The message of a webhook: a change of a case, or a test. `type` tells them apart. */
export type WebhookMessage = components['schemas']['CaseEventMessage'] | components['schemas']['WebhookTestMessage']

/** Headers as `fetch` or Node's HTTP server provides them. */
export type WebhookHeaders = Pick<Headers, 'get'> | Record<string, string | string[] | undefined>

/** The service did not send the request, or sent it too long ago. Respond with an error status, such as 401. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

/**
 * Returns the message of a webhook if it was signed with one of the secrets within the last five minutes. While you replace a secret, pass
 * both. `body` is the body as it was received, before it is parsed. Throws a WebhookVerificationError otherwise, and a TypeError if a secret or the
 * body has the wrong form.
 */
export function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array | ArrayBuffer,
): WebhookMessage {
  const webhooks = [secrets].flat().map(webhookOf)
  if (webhooks.length === 0) throw new TypeError('verifyWebhook needs a secret.')
  const text = textOf(body)
  const signed = {
    'webhook-id': required(headers, 'webhook-id'),
    'webhook-timestamp': required(headers, 'webhook-timestamp'),
    'webhook-signature': required(headers, 'webhook-signature'),
  }
  let cause: unknown
  for (const webhook of webhooks) {
    try {
      webhook.verify(text, signed, { jsonParse: false })
      return JSON.parse(text) as WebhookMessage
    } catch (error) {
      cause = error
    }
  }
  throw new WebhookVerificationError(`The webhook was not accepted: ${(cause as Error).message}.`, { cause })
}

function webhookOf(secret: string): Webhook {
  try {
    return new Webhook(secret)
  } catch (cause) {
    throw new TypeError('A webhook secret must be whsec_ followed by base64.', { cause })
  }
}

function textOf(body: string | Uint8Array | ArrayBuffer): string {
  if (typeof body === 'string') return body
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body))
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  throw new TypeError(
    'verifyWebhook needs the body as it was received: a string or bytes, not what was parsed from it.',
  )
}

function required(headers: WebhookHeaders, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : valueOf(headers as Record<string, string>, name)
  if (!value) throw new WebhookVerificationError(`The header ${name} is missing.`)
  return value
}

/** The value of a header, whatever the letter case of its name. */
function valueOf(headers: Record<string, string | string[] | undefined>, name: string): string | undefined {
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return Array.isArray(value) ? value.join(' ') : value
}
