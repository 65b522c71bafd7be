import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { settingNames } from '../../src/settings/config.ts'
import { composeErrors, readCompose } from '../support/compose.ts'

const folder = join(import.meta.dirname, '../../deploy/compose')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const compose = readCompose('deploy/compose/compose.yaml')
const services = Object.entries(compose.services)
const casegates = services.filter(([, { image }]) => image === 'casegate')
const servers = casegates.filter(([, { command }]) => command[0] === 'serve')
const pgbouncer = Object.fromEntries(
  [...read('pgbouncer.ini').matchAll(/^(\w+) = (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
)

describe('the Compose file with a replica, PgBouncer and a load balancer', () => {
  test('matches the schema of the Compose specification, as the small one does', () => {
    for (const each of [compose, readCompose('compose.yaml')]) expect(composeErrors(each)).toBeNull()
    const primary = { ...compose.services['primary']!, command: [1 as never] }
    expect(composeErrors({ services: { primary } })).not.toBeNull()
  })

  test('uses only existing settings', () => {
    for (const [, { environment }] of casegates) {
      const others = Object.keys(environment).filter((name) => !settingNames.includes(name))
      expect(others).toEqual(['PGPASSWORD'])
    }
  })

  test('has two servers, which HAProxy knows, and mounts only existing files', () => {
    expect(servers.map(([name]) => name)).toEqual(['casegate-a', 'casegate-b'])
    const { environment } = compose.services['load-balancer']!
    const haproxy = read('../haproxy.cfg')
    for (const name of Object.keys(environment)) expect(haproxy).toContain(`"\${${name}-`)
    expect([environment['CASEGATE_A'], environment['CASEGATE_B']]).toEqual(servers.map(([name]) => `${name}:4000`))
    const mounted = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''))
    expect(mounted.filter((path) => path.startsWith('.') && !existsSync(join(folder, path)))).toEqual([])
  })

  test('is not reachable from other machines, except through the load balancer, and contains no password', () => {
    const ports = services.flatMap(([, service]) => service.ports ?? [])
    expect(ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:.*:4000$/)])
    const secrets = services.flatMap(([, { environment = {} }]) =>
      Object.entries(environment).filter(([name]) => name.includes('PASSWORD')),
    )
    for (const [, value] of secrets) expect(value).toMatch(/^\$\{DATABASE_PASSWORD:\?/)
  })

  test('migrates directly on PostgreSQL, before the servers start on PgBouncer', () => {
    expect(compose.services['migrate']!.environment['DATABASE_URL']).toContain('@primary/')
    for (const [, { environment, depends_on }] of servers) {
      expect(environment['DATABASE_URL']).toContain(`@pgbouncer:${pgbouncer['listen_port']}/`)
      expect(depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } })
    }
  })

  test('has a PgBouncer in transaction mode with prepared statements and enough connections', () => {
    expect(pgbouncer['pool_mode']).toBe('transaction')
    expect(Number(pgbouncer['max_prepared_statements'])).toBeGreaterThan(0)
    const needed = servers.reduce((sum, [, { environment }]) => sum + Number(environment['DATABASE_POOL_SIZE']), 0)
    expect(Number(pgbouncer['max_client_conn'])).toBeGreaterThan(2 * needed)
    expect(validate(read('pgbouncer.Dockerfile'))).toEqual([])
  })

  test('allows more time to stop than the servers need', () => {
    for (const [, { environment, stop_grace_period }] of servers)
      expect(parseInt(stop_grace_period ?? '')).toBeGreaterThan(Number(environment['SHUTDOWN_DELAY']) + 10)
  })
})
