import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../../bench/servers/postgres-programs.ts'
import { postgresPrograms } from '../support/database/postgres-programs.ts'
import { sharedTmpdir } from '../support/folders.ts'

const root = join(import.meta.dirname, '../..')
const page = join(root, 'docs/performance.md')

/** Each of these tests prints its measurement's result, which the sizes make meaningless. */
describe('npm run bench', { tags: ['nightly'] }, () => {
  // The servers of the benchmark run as another user and keep their data for the next measurement.
  const folder = mkdtempSync(join(sharedTmpdir(), 'casegate-bench-test-'))
  const published = readFileSync(page, 'utf8')
  let path: string

  beforeAll(async () => {
    chmodSync(folder, 0o755)
    path = [await postgresPrograms(folder, process.getuid?.() === 0), process.env['PATH']].join(delimiter)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function bench(measurement: string, PATH = process.env['PATH']): Promise<string> {
    const TMPDIR = join(folder, PATH === path ? 'package' : 'installed')
    mkdirSync(TMPDIR, { recursive: true })
    const sizes = '--rounds 1 --seconds 0.1 --connections 2'
    const cases = measurement.includes('--cases') ? '' : '--cases 1000'
    const args = ['bench/run.ts', ...`${measurement} ${cases} ${sizes}`.split(/ +/)]
    const env = { ...process.env, BENCH_DATABASE_URL: '', TMPDIR, PATH }
    return (await promisify(execFile)(process.execPath, args, { cwd: root, env })).stdout
  }

  test.each([
    ['processes --only hot', '| update two cases '],
    ['workers', '| update '],
    ['events', '| 1,000 streams '],
    ['fairness', '| 48 clients on two cases '],
    ['replicas', '| past case '],
    ['tenants --only list', '| list '],
    ['growth --cases 1000', '| case with 10,000 comments '],
    ['memory --requests 100', ' requests: '],
    ['start', 'Ready in'],
    ['resources', '- Memory of the process of Casegate: '],
    ['jwt --requests 10', '| the first JWT of a session '],
    ['configure', '| change of 1,000 items '],
    ['desk', '400 kbit/s'],
    ['profile --only lookup-rest', 'functions by self time'],
    ['ratios --against . --only update-rest', 'tolerance 10 %'],
  ])('measures %s with few cases, and publishes nothing', async (measurement, expected) => {
    expect(await bench(measurement)).toContain(expected)
    expect(readFileSync(page, 'utf8')).toBe(published)
  })

  test('measures ratios', async () => {
    const output = await bench('ratios')
    expect(output).toContain('| list-page-reference ')
    const rows = ['update', 'assign', 'lookup', 'case', 'list'].map((name) => `| ${name}-pgbench `)
    expect(rows.filter((row) => output.includes(row))).toEqual(findProgram('pgbench') ? rows : [])
    expect(readFileSync(page, 'utf8')).toBe(published)
  })

  test('measures maintenance', async () => {
    const output = await bench('maintenance')
    expect(output).toMatch(/^\| import of \d+ cases /m)
    expect(output.includes('| pg_dump ')).toBe(findProgram('pg_dump') !== undefined)
  })

  test('leaves out pgbench if PostgreSQL was installed without it', async () => {
    const ratios = await bench('ratios --only update', path)
    expect(ratios).toContain('| update-reference ')
    expect(ratios).not.toContain('| update-pgbench ')
  })
})
