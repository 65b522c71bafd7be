import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { startPostgres } from '../../bench/servers/postgres.ts'
import { openDatabase } from '../../src/open-database.ts'
import { afterFile } from '../support/cleanup.ts'
import { sql } from '../support/database/database.ts'
import { fastTmpdir } from '../support/folders.ts'
import { runInProcess } from '../support/server/in-process.ts'

describe('without a connection by TLS, commands say why', () => {
  let url = ''
  /** The certificate of a server named db.example.com, which it has signed itself. */
  let certificate = ''

  beforeAll(async () => {
    const folder = mkdtempSync(join(fastTmpdir(), 'casegate-tls-'))
    chmodSync(folder, 0o755)
    afterFile(() => rmSync(folder, { recursive: true, force: true }))
    const settings = { fsync: 'off', listen_addresses: '127.0.0.1', unix_socket_directories: '' }
    const cluster = await startPostgres(folder, settings)
    afterFile(() => cluster.stop('SIGQUIT'))
    url = cluster.url('postgres')
    certificate = join(folder, 'server.crt')
    const key = join(cluster.data, 'server.key')
    const name = ['-subj', '/CN=db.example.com', '-addext', 'subjectAltName=DNS:db.example.com']
    const key4096 = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
    execFileSync('openssl', [...key4096, ...name, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
    const { uid, gid } = statSync(cluster.data)
    chownSync(key, uid, gid)
    const database = await openDatabase({ kind: 'postgresql', url, poolSize: 1, preparedStatements: true })
    await sql(database, `alter system set ssl_cert_file = '${certificate}'`)
    await database.close()
  })

  const turnOn = async (value: 'on' | 'off') => {
    const database = await openDatabase({ kind: 'postgresql', url, poolSize: 1, preparedStatements: true })
    await sql(database, `alter system set ssl = ${value}`)
    await sql(database, 'select pg_reload_conf()')
    await expect.poll(() => sql(database, 'show ssl')).toEqual([{ ssl: value }])
    await database.close()
  }

  const verify = (suffix: string) => `sslmode=verify-full&sslrootcert=${certificate}${suffix}`
  test.each<[string, 'on' | 'off', () => string, RegExp]>([
    ['the server has none', 'off', () => 'sslmode=require', /the server has no TLS\. .*sslmode=disable/],
    [
      'an untrusted certificate',
      'on',
      () => 'sslmode=require',
      /not trusted: self-signed.*sslrootcert.*sslmode=require/,
    ],
    ['another host name', 'on', () => verify(''), /for another host name\. .*127\.0\.0\.1 is not in/],
    ['a missing file', 'on', () => verify('.pem'), /in sslrootcert\. .*\.crt\.pem: no such file or directory/],
  ])('%s', async (_claim, isOn, parameters, message) => {
    await turnOn(isOn)
    const env = { DATABASE_URL: `${url}?${parameters()}`, PORT: '0', LOG_LEVEL: 'silent' }
    for (const command of ['doctor', 'migrate', 'serve']) {
      const { code, stdout, stderr } = await runInProcess([command], env)
      expect([command, code]).toEqual([command, 1])
      expect(stdout + stderr).toMatch(message)
      expect(stdout + stderr).not.toContain('does not respond')
    }
  })

  test.each(['sslmode=no-verify', 'uselibpqcompat=true&sslmode=require'])('but %s connects', async (parameters) => {
    await turnOn('on')
    const env = { DATABASE_URL: `${url}?${parameters}` }
    expect(await runInProcess(['migrate'], env)).toMatchObject({ code: 0 })
  })
})
