import { createHmac } from 'node:crypto'

/**
 * The headers that identify a message and sign it with each key (Standard Webhooks 1.0.0). `body` must be sent as it is. `at` is in
 * milliseconds since 1970.
 */
export function signedHeaders(keys: readonly Buffer[], id: string, at: number, body: string) {
  const timestamp = String(Math.floor(at / 1000))
  const signed = `${id}.${timestamp}.${body}`
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
