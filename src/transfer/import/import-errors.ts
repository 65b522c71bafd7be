import { maximumProblems } from '../../configuration/configure.errors.ts'
import { UsageError } from '../../errors/usage-error.ts'

const maximumReported = 100

/** Thrown for an invalid import file. The message lists the errors with their paths in the file. */
export class ImportError extends UsageError {
  /** The first hundred errors. */
  readonly errors: readonly string[]
  /** The number of errors. Counting stops at the maximum number of problems. */
  readonly count: number

  constructor(errors: readonly string[], count: number) {
    const atLeast = count < maximumProblems ? '' : 'at least '
    const head = `The file has ${count === 1 ? 'an error' : `${atLeast}${count} errors`}. Nothing was imported.`
    const more = count > errors.length ? [`and ${atLeast}${count - errors.length} more`] : []
    super([head, ...errors, ...more].join('\n  '))
    this.errors = errors
    this.count = count
  }
}

/** Collects the errors of an import file. */
export class ImportErrors {
  #reported: string[] = []
  #count = 0

  /** `path` is the location in the file, such as `cases[3].typeCode`; it is empty for the file as a whole. */
  add(path: string, message: string): void {
    if (this.#count === maximumProblems) return
    this.#count++
    if (this.#reported.length < maximumReported) this.#reported.push(path === '' ? message : `${path}: ${message}`)
  }

  throwIfAny(): void {
    if (this.#count > 0) throw new ImportError(this.#reported, this.#count)
  }
}
