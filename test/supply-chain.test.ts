import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inexactVersions, isPermissive, runtimeDependencies } from '../scripts/dependencies.ts'

const root = dirname(import.meta.dirname)

describe('what the service runs with', () => {
  test('has permissive licences alone', () => {
    const dependencies = runtimeDependencies(root)
    expect(dependencies.map(({ path }) => path)).toEqual(expect.arrayContaining(['pg', 'graphql', '@mikro-orm/core']))
    expect(dependencies.map(({ path }) => path)).not.toContain('vitest')
    expect(dependencies.filter(({ licence }) => !isPermissive(licence))).toEqual([])
  })

  test('is named by exact versions', () => {
    expect(inexactVersions(root)).toEqual([])
  })

  test.each([
    ['MIT', true],
    ['GPL-3.0-only', false],
    ['MIT OR GPL-3.0-only', true],
    ['(GPL-2.0-only OR Apache-2.0)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['(MIT AND GPL-3.0-only) OR ISC', false],
    ['none', false],
    ['SEE LICENSE IN LICENSE.md', false],
  ])('may have the licence %s: %s', (licence, allowed) => {
    expect(isPermissive(licence)).toBe(allowed)
  })
})
