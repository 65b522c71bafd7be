import { maximumProblems } from '../../configuration/configure.errors.ts'
import { placeText, type Problems } from '../../configuration/items/items.rules.ts'
import { UsageError } from '../../errors/usage-error.ts'

const maximumReported = 100

/** Thrown for an invalid import file. The message lists the errors with their paths in the file. */
export class ImportError extends UsageError {
  /** The first hundred errors, such as `cases[3].typeCode: is required`. */
  readonly errors: readonly string[]
  /** The number of errors. Counting stops at the maximum number of problems. */
  readonly count: number

  constructor({ found }: Problems) {
    const count = found.length
    const errors = found
      .slice(0, maximumReported)
      .map(({ path, message }) => (path.length === 0 ? message : `${placeText(path)}: ${message}`))
    const atLeast = count < maximumProblems ? '' : 'at least '
    const head = `The file has ${count === 1 ? 'an error' : `${atLeast}${count} errors`}. Nothing was imported.`
    const more = count > errors.length ? [`and ${atLeast}${count - errors.length} more`] : []
    super([head, ...errors, ...more].join('\n  '))
    this.errors = errors
    this.count = count
  }
}
