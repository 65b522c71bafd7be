import type { Problem } from '../../errors/problems.ts'
import { type ConfigureErrorCode, maximumProblems } from '../configure.errors.ts'
import type { Path } from './items.rules.ts'
import { type Section, sections } from './sections.ts'

/** `message` is the rest of a sentence about the place, for example "must not be empty". */
export interface ConfigurationProblem {
  code: ConfigureErrorCode
  path: Path
  message: string
}

export class Problems {
  readonly found: ConfigurationProblem[] = []

  readonly #malformed = new Set<string>()

  /** Adds a problem, unless the value at the path is malformed: it has no other problem. */
  add(code: ConfigureErrorCode, path: Path, message: string): void {
    if (this.found.length === maximumProblems) return
    const place = JSON.stringify(path)
    if (this.#malformed.has(place)) return
    if (code === 'invalidValue') this.#malformed.add(place)
    this.found.push({ code, path, message })
  }
}

/** A place in a form that people read: `types[0].fields[1].name`, `caseData["line down"]`. */
export function placeText(path: Path): string {
  return path.reduce<string>((parent, key) => {
    if (typeof key === 'number') return `${parent}[${key}]`
    if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)) return `${parent}[${JSON.stringify(key)}]`
    return parent === '' ? key : `${parent}.${key}`
  }, '')
}

/** The problems in the order of the input, with whole sentences. */
export function reported({ found }: Problems): Problem<ConfigureErrorCode>[] {
  const order = ({ path: [section, index = 0] }: ConfigurationProblem) =>
    sections.indexOf(section as Section) * 1_000_000 + Number(index)
  return found
    .toSorted((a, b) => order(a) - order(b))
    .map(({ code, path, message }) => ({ code, message: sentence(path, message), path: path.map(String) }))
}

/** The last member of the path is the subject: "name must not be empty." */
function sentence(path: Path, message: string): string {
  const member = path.findLastIndex((key) => typeof key === 'string')
  const place = placeText(path.slice(member))
  return /^(must|is|cannot|contradicts) /.test(message) ? `${place} ${message}.` : `${place}: ${message}.`
}
