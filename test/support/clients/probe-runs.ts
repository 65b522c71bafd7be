import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { build, type Rolldown } from 'vite'

export const probeFile = join(import.meta.dirname, 'probe.js')

/** The program and its packages as one script, which sets `program`. */
export async function bundle(entry: string): Promise<string> {
  const lib = { entry, formats: ['iife' as const], name: 'program' }
  const options = { configFile: false, logLevel: 'error', build: { write: false, minify: true, lib } } as const
  const [{ output }] = (await build(options)) as [Rolldown.RolldownOutput]
  return output[0].code
}

export function signedWebhook() {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = '{"type":"webhook.test","timestamp":"2026-07-02T09:15:00.000Z","data":{"endpoint":"webhook:1"}}'
  const now = new Date()
  const headers = {
    'webhook-id': 'test:1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('test:1', now, body),
  }
  return { secret, headers, body }
}

/** What the program should return for a new case. */
export const probed = (id: number) => ({
  listed: [id],
  version: 2,
  code: 'InvalidName',
  kind: 'UPDATED',
  type: 'webhook.test',
})
