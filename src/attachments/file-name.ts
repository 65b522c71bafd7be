import { hasAtMost, isValidPostgresText } from '../database/statements/valid-text.ts'

const maximumLength = 255

/** What the name of a file must be instead. Null if it is valid. Its length is counted in code points. */
export function fileNameProblem(name: string): string | null {
  const isValid =
    name !== '' && isValidPostgresText(name) && hasAtMost(maximumLength, name) && !/[\p{Cc}/\\]/u.test(name)
  return isValid ? null : `must have 1 to ${maximumLength} characters, without control characters, / and \\`
}
