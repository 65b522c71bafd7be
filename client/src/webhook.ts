import { Webhook } from 'standardwebhooks'
import type { components } from './generated/openapi.ts'

/** What webhooks tell: a change of a case, or a test. `type` tells them apart. */
export type WebhookMessage = components['schemas']['CaseEventMessage'] | components['schemas']['WebhookTestMessage']

/** Headers as `fetch` and as Node's HTTP server give them. */
export type WebhookHeaders = Pick<Headers, 'get'> | Record<string, string | string[] | undefined>

/** The request was not sent by the service, or too long ago. Answer it with an error such as 401. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

/**
 * Returns the message of a webhook if one of the secrets signed it within the last five minutes. While a secret is replaced, pass both.
 * `body` is what was received, before anything parsed it. Throws a WebhookVerificationError otherwise, and a TypeError if a secret or the
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
    throw new TypeError('A secret of a webhook is whsec_ and base64.', { cause })
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

/** Without regard to the letter case of its name. */
function valueOf(headers: Record<string, string | string[] | undefined>, name: string): string | undefined {
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return Array.isArray(value) ? value.join(' ') : value
}
