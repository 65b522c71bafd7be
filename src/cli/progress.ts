import { countOf } from './count-of.ts'

/** Rewrites one line on a terminal. Otherwise prints a line for every tenth of a large file. */
export function progressPrinter(suffix = ''): (done: number, total: number) => void {
  const { isTTY } = process.stderr
  let tenths = 0
  return (done, total) => {
    const line = `${done} of ${countOf(total, 'case')}${suffix}`
    if (isTTY) {
      process.stderr.write(`\r${line}${done === total ? '\n' : ''}`)
    } else if (total >= 10_000 && Math.floor((10 * done) / total) > tenths) {
      tenths = Math.floor((10 * done) / total)
      process.stderr.write(`${line}\n`)
    }
  }
}
