import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const casesPerStep = 1_000_000

export function readSeed(checkout: string): string {
  return readFileSync(join(checkout, 'bench/seed.sql'), 'utf8')
}

/**
 * The SQL that inserts this number of cases, to be executed one after another in one session. A step inserts at most a
 * million cases, so that neither its transaction nor its temporary files grow with their number.
 */
export function seedSteps(seed: string, cases: number): string[] {
  const [before = '', ofRange, after = ''] = seed.split(/^-- (?:For each range|After all ranges).*$/m)
  // The seed of an earlier version has no ranges.
  if (ofRange === undefined) return [seed.replaceAll(':cases', `${cases}`)]
  const firsts = Array.from({ length: Math.ceil(cases / casesPerStep) }, (_, index) => 1 + index * casesPerStep)
  const steps = firsts.map((first) => {
    const last = Math.min(cases, first + casesPerStep - 1)
    return ofRange.replaceAll(':first', `${first}`).replaceAll(':last', `${last}`)
  })
  return [before, ...steps, after.replaceAll(':cases', `${cases}`)]
}
