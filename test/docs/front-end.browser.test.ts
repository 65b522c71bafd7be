import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { fencesOf, readDocument, sectionOf } from '../support/documentation.ts'
import { temporaryFolder } from '../support/folders.ts'
import { useServer } from '../support/server/server.ts'
import { examplePackages, installExample, run } from '../support/browser/web-example.ts'

// Packages are installed.
vi.setConfig({ testTimeout: 600_000 })

const server = useServer()

// The page installs the versions of the example, see front-end.unit.test.ts.
test('the files of the front-end guide are a project that compiles and runs', async () => {
  await installExample()
  const folder = temporaryFolder()
  symlinkSync(examplePackages, join(folder, 'node_modules'), 'junction')
  cpSync(join(import.meta.dirname, '../../schema.graphql'), join(folder, 'schema.graphql'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  const fences = fencesOf(readDocument('docs/front-end.md'))
  for (const { file, text } of fences) {
    if (file === undefined) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text.replace('http://127.0.0.1:4000', server.url))
  }
  const steps = fencesOf(sectionOf(readDocument('docs/front-end.md'), 'Generate types')).at(-1)!
  const commands = steps.text.trim().split('\n')
  expect(commands).toHaveLength(3)
  const outputs: string[] = []
  for (const command of commands) {
    const { status, output } = await run('sh', ['-c', command], folder)
    expect(status, output).toBe(0)
    outputs.push(output)
  }
  expect(outputs.at(-1)).toBe('Open\n')
})
