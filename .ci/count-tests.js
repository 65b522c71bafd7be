// Prints a line that every reader of a log understands, out of vitest's JSON report.
import { readFileSync } from 'node:fs'

/** A file that did not get as far as its tests counts as a failed one; so does a run that left no report. */
function count() {
  const text = readFileSync(process.argv[2], 'utf8')
  if (text === '') return { passed: 0, failed: 1 }
  const report = JSON.parse(text)
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

const { passed, failed } = count()
console.log(`\n${passed} passed, ${failed} failed`)
