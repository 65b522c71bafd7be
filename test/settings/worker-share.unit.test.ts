import { expect, test } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { shareOfWorker } from '../../src/settings/worker-share.ts'

const settings = { DATABASE_URL: 'postgresql://127.0.0.1/casegate', DATABASE_POOL_SIZE: '16', MAX_STREAMS: '1' }
const share = (WORKERS: string, more = {}) => shareOfWorker(readConfig({ ...settings, WORKERS, ...more }))

test.each([2, 3, 7, 16])('%i processes together open no more connections than DATABASE_POOL_SIZE', (workers) => {
  const { store } = share(`${workers}`)
  const size = store.kind === 'postgresql' ? store.poolSize : 0
  expect(size).toBeGreaterThan(0)
  expect(size * workers).toBeLessThanOrEqual(16)
})

test('each of several processes has a share of every limit, rounded up', () => {
  expect(share('3')).toMatchObject({
    maxConnections: 334,
    maxConnectionsPerAddress: 167,
    rateLimits: { session: 1_000, client: 20_000, address: 100 },
    events: { maxStreams: 1, maxStreamsPerSession: 7, maxStreamsPerAddress: 1, retentionDays: 30 },
  })
})

test('what is unlimited stays unlimited', () => {
  const { maxConnectionsPerAddress, rateLimits } = share('3', { RATE_LIMIT: 'off', TRUST_PROXY: '1' })
  expect([maxConnectionsPerAddress, rateLimits]).toEqual([Infinity, undefined])
})

test('auto is one process for each core, but no more than there are connections', () => {
  expect(readConfig({ ...settings, WORKERS: 'auto', DATABASE_POOL_SIZE: '1' }).workers).toBe(1)
})
