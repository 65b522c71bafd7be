import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Change } from './contract/change.ts'
import { generatorProblems, lintProblems } from './contract/generators.ts'
import { graphqlChanges } from './contract/graphql-changes.ts'
import { openapiChanges } from './contract/openapi-changes.ts'

// Compares schema.graphql and openapi.json with the last release, and fails on breaking changes. Fails too if a linter
// objects to openapi.json, or if no client can be generated from it. With --release, saves them as the new release if
// nothing is broken.

const root = dirname(import.meta.dirname)
const releasedFolder = join(root, 'contract', 'released')
const contract = { 'schema.graphql': graphqlChanges, 'openapi.json': openapiChanges }
const today = new Date().toISOString().slice(0, 10)

const changes: Change[] = []
for (const [file, compare] of Object.entries(contract)) {
  const released = read(join(releasedFolder, file))
  const current = read(join(root, file))
  if (released === undefined) continue
  if (current === undefined) changes.push({ level: 'breaking', text: `${file} was removed.` })
  else changes.push(...(await compare(released, current, today)))
}

const openapi = read(join(root, 'openapi.json'))
const problems = openapi === undefined ? [] : await Promise.all([lintProblems(openapi), generatorProblems(openapi)])
for (const problem of problems.flat()) console.error(`openapi.json: ${problem}`)

for (const { level, text } of changes) {
  if (level === 'breaking') console.error(`Breaking change: ${text}`)
  else console.log(`Possibly breaking change: ${text}`)
}
const isBreaking = changes.some(({ level }) => level === 'breaking')
if (isBreaking) {
  console.error(
    'Revert the breaking changes. To remove something, deprecate it first with a removal date (see docs/changelog.md).',
  )
}
if (isBreaking || problems.flat().length > 0) process.exitCode = 1
else if (process.argv.includes('--release')) release()

function release(): void {
  mkdirSync(releasedFolder, { recursive: true })
  for (const file of Object.keys(contract)) {
    if (!existsSync(join(root, file))) continue
    copyFileSync(join(root, file), join(releasedFolder, file))
    console.log(`Released ${file}. Commit contract/released with the release.`)
  }
}

function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
