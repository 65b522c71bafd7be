import { execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { startPostgres } from '../../bench/servers/postgres.ts'
import { settingNames } from '../../src/settings/config.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { type ComposeService, readCompose } from '../support/compose.ts'
import { createPostgresDatabase } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { freePort } from '../support/free-port.ts'
import { listening } from '../support/listening.ts'
import { runCasegate, watchServe } from '../support/server/process.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const dockerfile = read('Dockerfile')
const compose = readCompose('compose.yaml')

const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
const words = (instruction: string) =>
  JSON.parse(new RegExp(`^${instruction}.*?(\\[.*\\])$`, 'm').exec(lastStage)![1]!) as string[]
const imageEnv = Object.fromEntries(
  /^ENV (.*)$/m
    .exec(lastStage)![1]!
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

/** The settings of a container that runs here: its folders and its addresses are this machine's. */
const settings = (env: Record<string, string>) => ({ ...imageEnv, ...env, HOST: '127.0.0.1' })

/** Runs an entry point and a command with this machine's copy of the program. */
function commandLine(command: string[]): string[] {
  const [node, ...args] = words('ENTRYPOINT').map((word) => word.replace(/^\/app\/(?=bin\/)/, join(root, '/')))
  expect(node).toBe('node')
  return [...args, ...command]
}

const configured = settingNames

describe('the image', () => {
  test('has a Dockerfile without linter warnings', () => {
    expect(validate(dockerfile)).toEqual([])
  })

  test('has slim base images with tags, runs as a user other than root, and receives signals directly', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    expect(images).toEqual(['node:24-slim', 'node:24-slim'])
    expect(/^USER (.*)$/m.exec(lastStage)?.[1]).toBe('node')
    expect(lastStage.indexOf('\nUSER ')).toBeGreaterThan(lastStage.lastIndexOf('\nRUN '))
    // Without a shell in between.
    expect([words('ENTRYPOINT')[0], words('CMD')]).toEqual(['node', ['serve']])
    expect(Object.keys(imageEnv).filter((name) => !configured.includes(name))).toEqual(['NODE_ENV'])
    expect(/^VOLUME (.*)$/m.exec(lastStage)?.[1]).toBe(imageEnv['DATA_DIR'])
  })

  test('starts, becomes healthy, and stops', async () => {
    const env = settings({ DATABASE_URL: await createPostgresDatabase(), PORT: `${await freePort()}` })
    const [, ...probe] = words('HEALTHCHECK')
    const isHealthy = () =>
      new Promise<boolean>((resolve) => execFile(process.execPath, probe, { env }, (error) => resolve(error === null)))
    expect(await isHealthy()).toBe(false)
    // compose.yaml has it as a separate step.
    expect((await runCasegate(compose.services['migrate']!.command, { env })).stdout).toMatch(/^Ran Migration/)
    const serve = watchServe(spawn(process.execPath, commandLine(words('CMD')), { env, cwd: temporaryFolder() }))
    await serve.url
    expect(await isHealthy()).toBe(true)
    serve.child.kill('SIGTERM')
    expect(await serve.exited).toBe(0)
  })
})

describe('compose.yaml', () => {
  type Name = 'database' | 'migrate' | 'casegate'
  const { database, migrate, casegate } = compose.services as Record<Name, ComposeService>

  test('runs migrations before the server, both after the database is healthy', () => {
    expect(casegate.depends_on).toEqual({
      database: { condition: 'service_healthy' },
      migrate: { condition: 'service_completed_successfully' },
    })
    expect(migrate.depends_on).toEqual({ database: { condition: 'service_healthy' } })
    expect([migrate.command, casegate.command]).toEqual([['migrate'], words('CMD')])
    expect(database).toHaveProperty('healthcheck.test.1', 'pg_isready')
  })

  test('is not reachable from other machines, contains no password, and is read-only', () => {
    const ports = Object.values(compose.services).flatMap(({ ports = [] }) => ports)
    expect(ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:.*:4000$/)])
    for (const { environment } of Object.values(compose.services)) {
      const secrets = Object.entries(environment).filter(([name]) => name.includes('PASSWORD'))
      expect(secrets).toEqual([[expect.anything(), expect.stringMatching(/^\$\{DATABASE_PASSWORD:\?/)]])
    }
    expect([migrate.read_only, casegate.read_only]).toEqual([true, true])
    const others = Object.keys(casegate.environment).filter((name) => !configured.includes(name))
    expect(others).toEqual(['PGPASSWORD'])
    expect(casegate.environment).toMatchObject({ DESK: '${DESK:-}', DESK_URL: '${DESK_URL:-}' })
  })

  test('passes the password separately from the URL, so that it can contain any character', async () => {
    const password = 'p@ss/wo:rd %41#'
    const received: string[] = []
    const server = createServer((socket) => {
      // PostgreSQL's protocol: the server asks for the password in plain text, and rejects it.
      socket.once('data', () => {
        socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
        socket.once('data', (message: Buffer) => {
          received.push(message.subarray(5, -1).toString())
          const fields = 'SFATAL\0C28P01\0Mrefused\0\0'
          const length = Buffer.alloc(4)
          length.writeInt32BE(4 + fields.length)
          socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]))
        })
      })
      socket.on('error', () => {})
    })
    const port = await listening(server)
    const url = migrate.environment['DATABASE_URL']!.replace('@database/', `@127.0.0.1:${port}/`)
    const { code, stderr } = await runCasegate(migrate.command, { env: { DATABASE_URL: url, PGPASSWORD: password } })
    server.close()
    expect([code, stderr]).toEqual([1, 'PostgreSQL reports: refused. Check DATABASE_URL.\n'])
    expect(received[0]).toBe(password)
  })
})

const hasPsql = spawnSync('psql', ['--version']).status === 0

test.runIf(hasPsql)(
  'the role of the Compose files owns the database, and is no superuser',
  { tags: ['nightly'] },
  async () => {
    for (const file of ['compose.yaml', 'deploy/compose/compose.yaml']) {
      const scripts = Object.values(readCompose(file).services).flatMap(({ volumes = [] }) => volumes)
      expect(scripts).toContainEqual(expect.stringMatching(/role\.sh:\/docker-entrypoint-initdb\.d\/role\.sh:ro$/))
    }
    const server = await startPostgres(temporaryFolder(), {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
    })
    const superuser = new URL(server.url('postgres'))
    const password = `it's "a" \\password`
    const client = new pg.Client({ connectionString: superuser.href })
    try {
      const env = { ...process.env, PGHOST: superuser.hostname, PGPORT: superuser.port, POSTGRES_USER: 'postgres' }
      const script = spawnSync('sh', [join(root, 'deploy/compose/role.sh')], {
        env: { ...env, POSTGRES_PASSWORD: password },
        encoding: 'utf8',
      })
      expect([script.status, script.stderr]).toEqual([0, ''])
      await client.connect()
      const { rows } = await client.query(
        'select rolname, rolsuper, rolpassword is null as shut from pg_authid where rolcanlogin order by rolsuper',
      )
      expect(rows).toEqual([
        { rolname: 'casegate', rolsuper: false, shut: false },
        { rolname: 'postgres', rolsuper: true, shut: true },
      ])
      const DATABASE_URL = Object.assign(new URL(superuser), { username: 'casegate', pathname: '/casegate' }).href
      expect((await runCasegate(['migrate'], { env: { DATABASE_URL } })).stderr).toBe('')
      const { stdout } = await runCasegate(['doctor'], { env: { DATABASE_URL } })
      expect(stdout).toMatch(/privileges/)
      expect(stdout).not.toMatch(/superuser/)
    } finally {
      await client.end()
      await server.stop('SIGQUIT')
    }
  },
)

test('the installation page refers to existing files and the current version', () => {
  const page = read('docs/install.md')
  const files = [...page.matchAll(/\]\(([^)#]+)/g)].map(([, file = '']) => file)
  expect(files.filter((file) => !existsSync(join(root, 'docs', file)))).toEqual([])
  const packages = new Set([...page.matchAll(/casegate-[\d.]+\.tgz/g)].map(([name]) => name))
  expect([...packages]).toEqual([`casegate-${packageJson.version}.tgz`])
  expect(read('deploy/casegate.service')).toContain(`casegate-${packageJson.version}.tgz`)
})
