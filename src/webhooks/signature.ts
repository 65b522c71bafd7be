import { createHmac, randomBytes } from 'node:crypto'

/** A key of 256 random bits. */
export function newKey(): Buffer {
  return randomBytes(32)
}

/** A key as receivers configure it (Standard Webhooks 1.0.0). */
export function secretText(key: Buffer): string {
  return `whsec_${key.toString('base64')}`
}

/** The headers that identify a message and sign it with each key. `body` must be sent as it is. `at` is in milliseconds since 1970. */
export function signedHeaders(keys: readonly Buffer[], id: string, at: number, body: string) {
  const timestamp = String(Math.floor(at / 1000))
  const signed = `${id}.${timestamp}.${body}`
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
