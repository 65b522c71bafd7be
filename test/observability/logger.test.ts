import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const logger = new URL('../../src/observability/logger.ts', import.meta.url)

/** Runs a process that logs 500 lines and then ends so; returns what it wrote to standard output. */
async function logThen(ending: string): Promise<string> {
  const code = `
    import { createLogger } from '${logger}'
    const log = await createLogger({ logLevel: 'info' })
    for (let line = 0; line < 500; line++) log.info({ line }, 'request')
    ${ending}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return text(child.stdout)
}

test.each([
  ['finishes', ''],
  ['exits', 'process.exit(0)'],
  ['crashes', 'throw new Error("crash")'],
  ['crashes later', 'setImmediate(() => { throw new Error("crash") })'],
])('no line is lost when the process %s', async (_, ending) => {
  const lines = (await logThen(ending)).trimEnd().split('\n')
  const numbers = lines.map((line) => (JSON.parse(line) as { line: number }).line)
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, index) => index))
})
