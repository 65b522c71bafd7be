import { readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { assertObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { fieldKinds } from '../../src/catalogue/catalogue.entity.ts'
import { dataSchema } from '../../src/cases/form/data-schema.ts'
import { toFieldDefinition } from '../../src/configuration/items/field-format.ts'
import { schema } from '../../src/schema.ts'
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

test('the function of the front-end guide makes forms of the schemas of case data', async () => {
  const [, code = ''] = /^```ts src\/form-of\.ts\n(.*?)^```/ms.exec(guide) ?? []
  const file = join(temporaryFolder(), 'form-of.ts')
  writeFileSync(file, stripTypeScriptTypes(code))
  const { formOf, caseDataOf } = (await import(file)) as {
    formOf(dataSchema: object): { schema: { properties: Record<string, object>; required: string[] }; uiSchema: object }
    caseDataOf(dataSchema: object, formData: object): object
  }
  const kinds = fieldKinds.flatMap((kind) => [
    { name: kind, kind, choices: [{ value: 'a' }] },
    { name: `no ${kind}`, kind, choices: [{ value: 'a' }], required: 'NEVER' as const },
  ])
  const original = dataSchema({ name: 'T', fields: kinds.map(toFieldDefinition) })
  const { schema, uiSchema } = formOf(original)
  expect(schema.properties).toMatchObject({
    DECIMAL: { type: 'number' },
    'no DECIMAL': { type: ['number', 'null'], default: null },
  })
  expect(Object.values(schema.properties).some((property) => 'anyOf' in property)).toBe(false)
  expect(schema.required).toEqual(fieldKinds)
  expect(uiSchema).toEqual({ BOOLEAN: { 'ui:widget': 'radio' }, 'no BOOLEAN': { 'ui:widget': 'radio' } })
  const formData = { BOOLEAN: false, CHOICE: 'a', DATE: '2026-01-01', DECIMAL: 0.5, INTEGER: 0, TEXT: 'x' }
  const ajv = addFormats.default(new Ajv2020({ strictTypes: false }))
  expect(ajv.validate(schema, formData)).toBe(true)
  expect(ajv.validate(original, caseDataOf(original, { ...formData, 'no TEXT': undefined }))).toBe(true)
})

test('the install command of the front-end guide has the versions that are tested', () => {
  const { '@graphql-codegen/client-preset': preset, typescript } = manifest.devDependencies
  const { graphql } = manifest.dependencies
  const expected = { '@graphql-codegen/client-preset': preset, graphql, typescript }
  expect(versionsIn(install, / (@?[\w/-]+)@(\S+)/g)).toMatchObject(expected)
})

test('the types without a key of their own exist, and all but the viewer have no ID', () => {
  const [, list = ''] = /^ {2}keys: \{(.*)\},$/m.exec(guide) ?? []
  const names = [...list.matchAll(/(\w+): \(\) => null/g)].map(([, name = '']) => name)
  expect(names).toEqual(expect.arrayContaining(['Viewer', 'CasePermissions', 'ChangedValue']))
  const withId = names.filter((name) => 'id' in assertObjectType(schema.getType(name)).getFields())
  expect(withId).toEqual(['Viewer'])
})
