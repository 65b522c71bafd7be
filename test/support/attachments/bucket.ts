import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll } from 'vitest'
import { temporaryFolder } from '../folders.ts'

/** How requests to the bucket fail. */
export type BucketFailure = 'none' | 'error' | 'cut' | 'wrong tag' | 'cut answer'

export interface Bucket {
  env: Record<string, string>
  /** How requests fail whose method is in `methods`, by default PUT. */
  fail(failure: BucketFailure, methods?: string[]): void
  /** The keys of the objects. */
  keys(): Promise<string[]>
}

const sessionToken = 'of-a-temporary-key'

/** A bucket for temporary keys, behind a proxy that makes requests fail. */
export async function startBucket(): Promise<Bucket> {
  const directory = temporaryFolder()
  const configureBuckets = [{ name: 'case-files', configs: [] }]
  const s3 = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  const { port } = (await s3.run()) as AddressInfo
  let failing: { failure: BucketFailure; methods: string[] } = { failure: 'none', methods: [] }
  const proxy: Server = createServer((incoming, outgoing) => {
    const { failure, methods } = failing
    const mode = methods.includes(incoming.method ?? '') ? failure : 'none'
    if (mode === 'error') return void incoming.resume().on('end', () => outgoing.writeHead(500).end('<Error/>'))
    if (mode === 'cut') return void incoming.once('data', () => incoming.socket.destroy())
    const { method, url, headers } = incoming
    if (headers['x-amz-security-token'] !== sessionToken) return void outgoing.writeHead(403).end('<Error/>')
    const passed = request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      if (mode === 'wrong tag') answer.headers.etag = `"${'0'.repeat(32)}"`
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      if (mode === 'cut answer')
        return void answer.once('data', (part) => outgoing.write(part, () => outgoing.destroy()))
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  afterAll(async () => {
    proxy.close()
    proxy.closeAllConnections()
    await s3.close()
  })
  return {
    env: {
      ATTACHMENT_STORE: 's3://case-files/tests',
      S3_ENDPOINT: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      AWS_SESSION_TOKEN: sessionToken,
    },
    fail: (failure, methods = ['PUT']) => (failing = { failure, methods }),
    async keys() {
      const names = await readdir(join(directory, 'case-files', 'tests')).catch(() => [] as string[])
      return names.filter((name) => name.endsWith('_object')).map((name) => name.split('.')[0]!)
    },
  }
}
