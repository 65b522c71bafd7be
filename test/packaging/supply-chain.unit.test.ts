import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { billOfMaterials } from '../../scripts/bill-of-materials.ts'
import { inexactVersions, isPermissive, runtimeDependencies } from '../../scripts/dependencies.ts'

const root = join(import.meta.dirname, '../..')

describe('the runtime dependencies', () => {
  test('have only permissive licences', () => {
    const dependencies = runtimeDependencies(root)
    expect(dependencies.map(({ name }) => name)).toEqual(expect.arrayContaining(['pg', 'graphql', '@mikro-orm/core']))
    expect(dependencies.map(({ name }) => name)).not.toContain('vitest')
    expect(dependencies.filter(({ licence }) => !isPermissive(licence))).toEqual([])
  })

  test('are exactly those in the bill of materials', () => {
    const bill = billOfMaterials(root)
    const listed = bill.components.map((component) => component['bom-ref'])
    const installed = runtimeDependencies(root).map(({ name, version }) => `${name}@${version}`)
    expect(new Set(listed)).toEqual(new Set(installed))
    expect(bill.metadata.component.name).toBe('casegate')
    const references = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
    expect(references.filter((each) => !listed.includes(each) && !each.startsWith('casegate@'))).toEqual([])
  })

  test('have exact versions', () => {
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
