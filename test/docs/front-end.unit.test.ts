import { readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/folders.ts'
import manifest from '../../package.json' with { type: 'json' }

const guide = readFileSync(join(import.meta.dirname, '../../docs/front-end.md'), 'utf8')
const commands = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines]) => lines!.replaceAll('\\\n', ' '))
const install = commands.find((lines) => lines.includes('npm install'))!

/** The words of the command that name a package and a version, such as `graphql@17.1.0`. */
const versionsIn = (command: string, pattern: RegExp) =>
  Object.fromEntries([...command.matchAll(pattern)].map(([, name, version]) => [name, version]))

test('the function of the front-end guide finds problems in results, in results of several inputs, and in errors', async () => {
  const [, code = ''] = /^```ts\n(export interface Problem.*?)^```/ms.exec(guide) ?? []
  const file = join(temporaryFolder(), 'problems.ts')
  writeFileSync(file, stripTypeScriptTypes(code))
  const { problemsOf } = (await import(file)) as { problemsOf(data: unknown, errors?: object[]): object[] }
  const problem = { errorCode: 'InvalidName', message: 'status is wrong.', path: ['status'] }
  expect(problemsOf({ updateCase: { problems: [problem] } })).toEqual([{ ...problem, input: 0 }])
  const results = [{ case: { id: '1' } }, { problems: [problem] }, null]
  expect(problemsOf({ updateCases: results })).toEqual([{ ...problem, input: 1 }])
  const place = { message: 'A text is empty.', path: ['comments', '0', 'text'] }
  const errors = [
    { message: place.message, extensions: { code: 'BAD_USER_INPUT', problems: [place] } },
    { message: 'Another version.', extensions: { code: 'PRECONDITION_FAILED' } },
    { message: 'Something else.' },
  ]
  expect(problemsOf({ updateCase: null }, errors)).toEqual([
    { ...place, errorCode: 'BAD_USER_INPUT' },
    { errorCode: 'PRECONDITION_FAILED', message: 'Another version.', path: [] },
    { errorCode: 'UNKNOWN', message: 'Something else.', path: [] },
  ])
  expect(problemsOf({ updateCase: { case: { id: '1' } } })).toEqual([])
})

test('the install command of the front-end guide has the versions that are tested', () => {
  const { '@graphql-codegen/client-preset': preset, typescript } = manifest.devDependencies
  const { graphql } = manifest.dependencies
  const expected = { '@graphql-codegen/client-preset': preset, graphql, typescript }
  expect(versionsIn(install, / (@?[\w/-]+)@(\S+)/g)).toMatchObject(expected)
})
