import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'casegate-contract-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// A copy of the repository with a contract that the tests can break. Without openapi.json, nothing is generated from it.
for (const path of ['scripts', 'contract/released/schema.graphql', 'package.json', 'schema.graphql'])
  cpSync(join(root, path), join(folder, path), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

const schemaFile = join(folder, 'schema.graphql')
const released = join(folder, 'contract/released/schema.graphql')
const schema = readFileSync(released, 'utf8')

function check(current: string, ...args: string[]) {
  writeFileSync(schemaFile, current)
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/contract.ts'), ...args], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const timeout = 120_000

test(
  'a list without items is refused by the linter, and by the compiler of the generated schemas',
  { tags: ['nightly'], timeout },
  () => {
    const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'))
    delete document.components.schemas.AuditedValue.properties.from.oneOf[0].items
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
    const { status, stderr } = check(schema, '--release')
    rmSync(join(folder, 'openapi.json'))
    expect(status).toBe(1)
    expect(stderr).toMatch(/^openapi.json: Spectral: .*AuditedValue.*\(array-items\)$/m)
    expect(stderr).toMatch(/^openapi.json: Orval: schemas.ts.* error TS2554/m)
    expect(existsSync(join(folder, 'contract/released/openapi.json'))).toBe(false)
  },
)

test('a breaking change fails the check with an explanation and is not released', () => {
  const broken = schema.replace('  status: String!\n', '  state: String!\n')
  for (const args of [[], ['--release']]) {
    const { status, stderr } = check(broken, ...args)
    expect([status, stderr.split('\n')[0]]).toEqual([
      1,
      "Breaking change: schema.graphql: Field 'status' was removed from object type 'Case'.",
    ])
    expect(stderr).toContain('To remove something, deprecate it first')
  }
  expect(readFileSync(released, 'utf8')).toBe(schema)
})

test('an addition passes and is part of the contract once it is released', () => {
  const more = schema.replace('  status: String!\n', '  status: String!\n  added: Int\n')
  expect(check(more)).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(check(more, '--release')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Released schema.graphql.'),
  })
  expect(check(schema)).toMatchObject({ status: 1, stderr: expect.stringContaining("'added' was removed") })
})
