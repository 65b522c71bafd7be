import { importData } from '../transfer/import.ts'
import type { OnProgress } from '../transfer/import-cases.ts'
import { readJsonFile } from './json-file.ts'
import { print } from './print.ts'
import { withDatabase } from './with-database.ts'

export async function runImport(file: string, { json = false }: { json?: boolean }): Promise<void> {
  const data = await readJsonFile(file)
  const summary = await withDatabase((database) => importData(database, data, { onProgress: showProgress() }))
  const { cases, casesLeft, others } = summary
  const left = casesLeft === 0 ? '' : `; ${casesLeft} were there already and stay as they are`
  print(json, summary, `Cases imported: ${cases}${left}. Other records inserted or changed: ${others}.`)
}

/** A line that is written over on a terminal; elsewhere, and for long files only, a line for every tenth. */
function showProgress(): OnProgress {
  const { isTTY } = process.stderr
  let tenths = 0
  return (done, total) => {
    const line = `${done} of ${total} cases`
    if (isTTY) {
      process.stderr.write(`\r${line}${done === total ? '\n' : ''}`)
    } else if (total >= 10_000 && Math.floor((10 * done) / total) > tenths) {
      tenths = Math.floor((10 * done) / total)
      process.stderr.write(`${line}\n`)
    }
  }
}
