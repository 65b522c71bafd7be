import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sample } from './measure.ts'
import type { Options } from '../options.ts'

export interface ComparedSample extends Sample {
  /** CPU time of PostgreSQL per request in microseconds; NaN if unknown. */
  databaseCpu: number
}

/** The samples of one cell in one round. */
export interface Pair {
  round: number
  cell: string
  baseline: ComparedSample
  current: ComparedSample
}

/** Saves every pair immediately, so that an interrupted comparison can continue. */
export class ComparisonResults {
  readonly file: string
  readonly pairs: Pair[]

  /** The file depends on the sources of both checkouts: changed code starts with no saved pairs. */
  constructor(checkouts: readonly string[], { cases, seconds, connections, fresh }: Options) {
    const key = JSON.stringify([checkouts.map(hashOfSources), cases, seconds, connections])
    const hash = createHash('sha256').update(key).digest('hex').slice(0, 12)
    this.file = join(tmpdir(), `casegate-comparison-${hash}.jsonl`)
    if (fresh) rmSync(this.file, { force: true })
    const lines = existsSync(this.file) ? readFileSync(this.file, 'utf8').split('\n').filter(Boolean) : []
    this.pairs = lines.map((line) => JSON.parse(line) as Pair)
  }

  has(round: number, cell: string): boolean {
    return this.pairs.some((pair) => pair.round === round && pair.cell === cell)
  }

  add(pair: Pair): void {
    this.pairs.push(pair)
    appendFileSync(this.file, `${JSON.stringify(pair)}\n`)
  }
}

function hashOfSources(checkout: string): string {
  const files = globSync(['package-lock.json', 'bench/seed.sql', '{bin,migrations,src}/**/*.*'], { cwd: checkout })
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(checkout, file)))
  return hash.digest('hex')
}
