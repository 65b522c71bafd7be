// Summarises Vitest's JSON report in one line.
import { readFileSync } from 'node:fs'

/** A file that fails outside its tests counts as one failed test. So does a run without a report. */
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
