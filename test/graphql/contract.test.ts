import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { printedSchema } from '../../src/schema.ts'

test('schema.graphql is printed from the code', () => {
  expect(readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8')).toBe(printedSchema)
})
