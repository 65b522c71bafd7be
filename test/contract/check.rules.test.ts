import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'casegate-contract-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// A copy of the repository with a contract that the tests can break.
for (const path of ['scripts', 'contract', 'package.json', 'schema.graphql', 'openapi.json'])
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

test('the current contract is compatible with the released one', () => {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/contract.ts')])
  expect(status).toBe(0)
})

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
