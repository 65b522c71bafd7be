import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Change } from './contract/change.ts'
import { graphqlChanges } from './contract/graphql-changes.ts'
import { openapiChanges } from './contract/openapi-changes.ts'

// Compares the contract with what was released last, and fails where that breaks somebody's program. With --release,
// what there is now becomes what was released; it is refused where it breaks something.

const root = dirname(import.meta.dirname)
const releasedFolder = join(root, 'contract', 'released')
const contract = { 'schema.graphql': graphqlChanges, 'openapi.json': openapiChanges }
const today = new Date().toISOString().slice(0, 10)

const changes: Change[] = []
for (const [file, compare] of Object.entries(contract)) {
  const released = read(join(releasedFolder, file))
  const present = read(join(root, file))
  if (released === undefined) continue
  if (present === undefined) changes.push({ level: 'breaking', text: `${file} is gone.` })
  else changes.push(...(await compare(released, present, today)))
}

for (const { level, text } of changes) {
  if (level === 'breaking') console.error(`Breaks clients: ${text}`)
  else console.log(`May surprise clients: ${text}`)
}
if (changes.some(({ level }) => level === 'breaking')) {
  console.error(
    'Bring back what was there. What is to go is deprecated first, with the day on which it goes (docs/changelog.md tells how).',
  )
  process.exitCode = 1
} else if (process.argv.includes('--release')) {
  release()
}

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
