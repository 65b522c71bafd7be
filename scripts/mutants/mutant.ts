import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Mutants of one file. */
export interface MutatedFile {
  file: string
  /** The test files that must catch them, at least one for each mutant. */
  tests: string[]
  mutants: Replacement[]
}

/** A text that occurs once in the file, and what replaces it. With a reason, no test can tell the difference. */
export type Replacement = [text: string, replacement: string, equivalent?: string]

export interface Mutant {
  /** The file and the mutant's number in it, for example src/cases/change/write-change.ts#1. */
  name: string
  file: string
  tests: string[]
  text: string
  replacement: string
  /** Why it behaves like the original, if it does. */
  equivalent: string | undefined
}

/** Numbers the mutants of each file. */
export function mutantsOf(files: readonly MutatedFile[]): Mutant[] {
  const counts = new Map<string, number>()
  return files.flatMap(({ file, tests, mutants }) =>
    mutants.map(([text, replacement, equivalent]) => {
      const number = (counts.get(file) ?? 0) + 1
      counts.set(file, number)
      return { name: `${file}#${number}`, file, tests, text, replacement, equivalent }
    }),
  )
}

/** Describes why the mutant cannot be applied or tested in the folder; null if it can. */
export function staleReason(folder: string, { name, file, tests, text }: Mutant): string | null {
  const missing = [file, ...tests].find((path) => !existsSync(join(folder, path)))
  if (missing) return `${name}: there is no file ${missing}`
  const found = readFileSync(join(folder, file), 'utf8').split(text).length - 1
  return found === 1 ? null : `${name}: the file contains this text ${found} times instead of once: ${text}`
}

/** Applies the mutant in the folder and returns a function that restores the file. */
export function applyMutant(folder: string, { file, text, replacement }: Mutant): () => void {
  const path = join(folder, file)
  const original = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    original.replace(text, () => replacement),
  )
  return () => writeFileSync(path, original)
}
