import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomAssignment, randomLookup, randomUpdate } from '../bench/load/random-input.ts'
import { measuredSettings, startCasegate } from '../bench/servers/server-process.ts'
import type { CheckResult } from './check-result.ts'

const caseId = 1

/** Runs sqlmap, if installed, on every input of the REST API, including credentials, with a benchmark database. */
export async function sqlmap(databaseUrl: string): Promise<CheckResult[]> {
  if (spawnSync('sqlmap', ['--version']).status !== 0) {
    const note = 'sqlmap is not installed: apt-get install sqlmap'
    return [{ claim: 'sqlmap finds no injection', checked: 0, violations: 0, note }]
  }
  const casegate = await startCasegate(measuredSettings(databaseUrl))
  const folder = mkdtempSync(join(tmpdir(), 'casegate-sqlmap-'))
  try {
    const results: CheckResult[] = []
    for (const { claim, request } of requests(casegate.port)) {
      const file = join(folder, 'request.txt')
      writeFileSync(file, request)
      const output = await run(file, folder)
      const injections = output.match(/^Parameter: .*$/gm) ?? []
      if (!/all tested parameters do not appear to be injectable|identified the following injection/.test(output)) {
        throw new Error(`sqlmap did not finish: ${output.slice(-2_000)}`)
      }
      const checked = output.match(/testing for SQL injection on /g)?.length ?? 0
      results.push({ claim, checked, violations: injections.length, example: injections[0] })
    }
    return results
  } finally {
    await casegate.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Requests in sqlmap's file format. A star marks an input to test. */
function requests(port: number): { claim: string; request: string }[] {
  const request = (line: string, headers: string[], body = '') =>
    [`${line} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers, '', body].join('\r\n')
  const json = 'Content-Type: application/json'
  const headers = ({ touchpoint, token }: { touchpoint: string; token: string }) => [
    `Service-Touchpoint: ${touchpoint}*`,
    `Service-Token: ${token}*`,
  ]
  const marked = (fields: object) =>
    JSON.stringify(fields, (_name, value: unknown) => (typeof value === 'string' ? `${value}*` : value))

  const update = randomUpdate(caseId)
  const assignment = randomAssignment(caseId)
  const lookup = randomLookup(true)
  const query = `caseTypeCode=x*&caseCategoryCode=x*&visibility=all*`
  return [
    {
      claim: 'sqlmap finds no injection in an update',
      request: request(`PUT /api/v4/cases/${caseId}*`, [json, ...headers(update.caller)], marked(update.input)),
    },
    {
      claim: 'sqlmap finds no injection in an assignment',
      request: request(
        `PUT /api/v4/cases/${caseId}*/assignment`,
        [json, ...headers(assignment.caller)],
        marked({ email: assignment.email }),
      ),
    },
    {
      claim: 'sqlmap finds no injection in a lookup',
      request: request(`GET /api/v4/cases/typecategory?${query}`, headers(lookup.caller)),
    },
    {
      claim: 'sqlmap finds no injection in credentials in the query',
      request: request(
        `GET /api/v4/cases/typecategory?touchpoint=${lookup.caller.touchpoint}*&token=${lookup.caller.token}*`,
        [],
      ),
    },
  ]
}

const options = [
  '--batch',
  '--ignore-stdin',
  '--flush-session',
  '--disable-coloring',
  '--dbms=postgresql',
  '--level=2',
  '--risk=2',
  '--technique=BEUST',
  '--time-sec=2',
  '--threads=4',
  '--ignore-code=401',
]

function run(file: string, folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('sqlmap', ['-r', file, `--output-dir=${folder}`, ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })
}
