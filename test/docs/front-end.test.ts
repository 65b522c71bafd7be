import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type CodegenConfig, settingsIn, typedDocuments } from '../../desk/typed-documents.ts'
import { fencesOf, readDocument, sectionOf } from '../support/documentation.ts'
import { temporaryFolder } from '../support/folders.ts'
import { useSharedServer } from '../support/server/server.ts'

const run = promisify(execFile)
const packages = join(import.meta.dirname, '../../node_modules')
const server = useSharedServer()

/** The library of the form is not installed. */
const formLibrary = `
declare module '@rjsf/core' {
  export default function Form(props: Record<'schema' | 'uiSchema' | 'formData' | 'validator', unknown> & {
    onSubmit(event: { formData?: any }): void
  }): null
}
declare module '@rjsf/utils' { export type RJSFSchema = object }
declare module '@rjsf/validator-ajv8' { export function customizeValidator(options: object): object }
`

// The guide installs the versions that are used here, see front-end.unit.test.ts.
test('the files of the front-end guide are a project that compiles and runs', async () => {
  const folder = temporaryFolder()
  symlinkSync(packages, join(folder, 'node_modules'), 'junction')
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  write('package.json', '{"type": "module"}')
  const guide = readDocument('docs/front-end.md')
  for (const { file, text } of fencesOf(guide)) {
    if (file !== undefined) write(file, text.replace('http://127.0.0.1:4000', server.url))
  }
  write('src/rjsf.d.ts', formLibrary)
  const steps = fencesOf(sectionOf(guide, 'Generate types')).at(-1)!
  const [generate, ...others] = steps.text.trim().split('\n')

  // The command line of the code generator has 200 packages and is not installed. This is what it runs.
  expect(generate).toBe('npx graphql-codegen')
  const { default: codegen } = (await import(join(folder, 'codegen.ts'))) as { default: CodegenConfig }
  const types = await typedDocuments(readDocument('schema.graphql'), join(folder, 'src'), settingsIn(codegen))
  for (const [file, text] of Object.entries(types)) write(join('src', file), text)

  expect(others).toEqual(['npx tsc', 'node src/main.ts'])
  const env = { ...process.env, PATH: [join(packages, '.bin'), process.env['PATH']].join(delimiter) }
  const outputs: string[] = []
  for (const command of others) outputs.push((await run('sh', ['-c', command], { cwd: folder, env })).stdout)
  expect(outputs).toEqual(['', 'Open\n'])
})
