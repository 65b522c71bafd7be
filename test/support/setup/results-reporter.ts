import { appendFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** Appends a line of JSON to a file for each file of tests that ended: what `.ci/count-tests.js` adds up. */
export class ResultsReporter implements Reporter {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  onTestModuleEnd(module: TestModule): void {
    const counts = { passed: 0, failed: 0 }
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed' || state === 'failed') counts[state]++
    }
    // A file can fail outside its tests.
    if (!module.ok() && counts.failed === 0) counts.failed++
    appendFileSync(this.#file, `${JSON.stringify({ file: module.relativeModuleId, ...counts })}\n`)
  }

  /** Of a file whose worker ended, there is only this error. */
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly unknown[]): void {
    if (errors.length > 0) appendFileSync(this.#file, `${JSON.stringify({ passed: 0, failed: errors.length })}\n`)
  }
}
