import { UsageError } from '../errors.ts'

const mostReported = 100

/** What is wrong with an import file: every error found (at most the first hundred), each with its place. */
export class ImportError extends UsageError {
  readonly errors: readonly string[]
  /** How many errors there are, those left out of `errors` included. */
  readonly count: number

  constructor(errors: readonly string[], count: number) {
    const number = count === 1 ? 'an error' : `${count} errors`
    const head = `The file cannot be imported, and nothing was written. It has ${number}:`
    const more = count > errors.length ? [`and ${count - errors.length} more`] : []
    super([head, ...errors, ...more].join('\n  '))
    this.errors = errors
    this.count = count
  }
}

export class ImportErrors {
  #reported: string[] = []
  #count = 0

  /** `place` is a path in the file, such as `cases[3].typeCode`; empty for the file as a whole. */
  add(place: string, message: string): void {
    this.#count++
    if (this.#reported.length < mostReported) this.#reported.push(place === '' ? message : `${place}: ${message}`)
  }

  throwIfAny(): void {
    if (this.#count > 0) throw new ImportError(this.#reported, this.#count)
  }
}

/** A place as a program would write it: `types[0].fields[1].name`, `caseData["line down"]`. */
export function placeIn(start: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((place, step) => {
    if (typeof step === 'number') return `${place}[${step}]`
    const name = String(step)
    if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return `${place}[${JSON.stringify(name)}]`
    return place === '' ? name : `${place}.${name}`
  }, start)
}
