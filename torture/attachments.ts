import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../bench/load/random-input.ts'
import type { OwnPostgresServer } from '../bench/servers/postgres.ts'
import { type ServerProcess, startCasegate } from '../bench/servers/server-process.ts'
import { Attachments } from '../src/attachments/attachments.ts'
import type { Database } from '../src/database/database.ts'
import { columns } from '../src/database/statements/columns.ts'
import { statement } from '../src/database/statements/statement.ts'
import { readConfig } from '../src/settings/config.ts'
import { pino } from 'pino'
import { checkEach, type CheckResult } from './check-result.ts'
import type { Store } from './stores.ts'

interface Options {
  /** How often a server is killed, and how often PostgreSQL is stopped in its immediate mode. */
  kills: number
  crashes: number
  clients: number
}

/** A file that a comment has, as a client knows it. */
interface Attached {
  id: string
  caseId: number
  sha256: string
}

const maximumBytes = 1_500_000

/** Kills servers and crashes the database while clients upload files and add them to comments. */
export async function attachments(
  store: Store,
  { kills, crashes, clients }: Options,
  postgres: OwnPostgresServer,
): Promise<CheckResult[]> {
  const attached: Attached[] = []
  const over = new AbortController()
  let server: ServerProcess = await startCasegate(store.settings)
  const work = Array.from({ length: clients }, async (_, client) => {
    // The session of an operator, to whom one in 1,980 cases is assigned.
    const session = client + 2
    const headers = { 'service-touchpoint': 'tp1', 'service-token': `bench-session-${session}` }
    const randomCase = () => session - 1 + 1980 * random(0, Math.floor(store.cases / 1980) - 1)
    while (!over.signal.aborted)
      await attachOne(`http://127.0.0.1:${server.port}`, headers, randomCase(), attached).catch(() => sleep(20))
  })
  const progress = async () => {
    const enough = attached.length + clients
    const until = performance.now() + 20_000
    while (attached.length < enough && performance.now() < until) await sleep(5)
    await sleep(random(0, 200))
  }
  for (let count = 0; count < kills; count++) {
    await progress()
    server.kill('SIGKILL')
    await server.exited
    server = await startCasegate(store.settings)
  }
  for (let count = 0; count < crashes; count++) {
    await progress()
    await postgres.stop('SIGQUIT')
    await postgres.start()
  }
  await progress()
  over.abort()
  await Promise.all(work)
  await server.stop()
  return store.inspect((database) => audit(database, attached))
}

/** Uploads a file and adds it to a case. Now and then it leaves in the middle of the upload, or deletes the file. */
async function attachOne(
  url: string,
  headers: Record<string, string>,
  caseId: number,
  attached: Attached[],
): Promise<void> {
  const content = randomBytes(random(1, maximumBytes))
  const leaves = random(0, 10) === 0
  const uploaded = await fetch(`${url}/api/v4/attachments?name=torture.bin`, {
    method: 'POST',
    headers,
    body: content,
    ...(leaves && { signal: AbortSignal.timeout(random(1, 20)) }),
  })
  if (uploaded.status !== 201) return void (await sleep(20))
  const { attachment } = (await uploaded.json()) as { attachment: { id: string } }
  if (random(0, 10) === 0) {
    await fetch(`${url}/api/v4/attachments/${attachment.id}`, { method: 'DELETE', headers })
    return
  }
  const body = JSON.stringify({ comments: [{ attachmentIds: [attachment.id] }] })
  const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
  const added = await fetch(`${url}/api/v4/cases/${caseId}/comments`, sent)
  if (added.status !== 201) return
  attached.push({
    id: attachment.id.split(':')[1]!,
    caseId,
    sha256: createHash('sha256').update(content).digest('hex'),
  })
}

const files = statement(
  `select id, case_id, size, sha256 from attachments where sha256 is not null order by id`,
  columns({ id: 'uuid', caseId: 'bigint | null', size: 'int', sha256: 'text' }),
)
const expire = statement('update attachments set remove_at = statement_timestamp() where sha256 is null')
const left = statement(
  `select (select count(*) from attachments where sha256 is null) as files,
    (select count(*) from attachment_chunks c where not exists (select from attachments a where a.id = c.attachment_id)) as chunks`,
  columns({ files: 'bigint', chunks: 'bigint' }),
)
const miscounted = statement(
  `select case_id, version, position from case_comments m where removed_version is null and attachments <> (
    select count(*) from attachments a where a.case_id = m.case_id and a.version = m.version and a.position = m.position)`,
  columns({ caseId: 'bigint', version: 'int', position: 'smallint' }),
)

async function audit(database: Database, attached: readonly Attached[]): Promise<CheckResult[]> {
  const service = new Attachments(database, pino({ level: 'silent' }), readConfig({}).attachments)
  const found = await database.run(files)
  const wrong: string[] = []
  for (const { id, size, sha256 } of found) {
    const hash = createHash('sha256')
    const parts = service.stores.of('DATABASE').read(id, { start: 0, end: size - 1 })
    try {
      for await (const part of parts) hash.update(part)
    } catch {}
    if (hash.digest('hex') !== sha256) wrong.push(id)
  }
  const byId = new Map(found.map((file) => [file.id, file]))
  await database.run(expire)
  await service.run()
  const [rest] = await database.run(left)
  const ids = found.map(({ id }) => id)
  return [
    checkEach('every file has its whole content', ids, (id) => wrong.includes(id)),
    checkEach(
      'no file that a comment got is lost, or with another case',
      attached,
      ({ id, caseId, sha256 }) => byId.get(id)?.caseId !== caseId || byId.get(id)?.sha256 !== sha256,
      ({ id, caseId }) => `${id} of case ${caseId}`,
    ),
    checkEach(
      'every comment has as many files as it was added with',
      await database.run(miscounted),
      () => true,
      JSON.stringify,
    ),
    checkEach('the sweep removes what is left', [rest!.files, rest!.chunks], (count) => count > 0),
  ]
}
