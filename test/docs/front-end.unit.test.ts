import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import example from '../../examples/web/package.json' with { type: 'json' }

const guide = readFileSync(join(import.meta.dirname, '../../docs/front-end.md'), 'utf8')
const commands = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines]) => lines!.replaceAll('\\\n', ' '))
const install = commands.find((lines) => lines.includes('npm install'))!

/** The words of the command that name a package and a version, such as `graphql@17.1.0`. */
const versionsIn = (command: string, pattern: RegExp) =>
  Object.fromEntries([...command.matchAll(pattern)].map(([, name, version]) => [name, version]))

describe('the install command of the front-end guide', () => {
  test('sets the overrides of the example', () => {
    expect(versionsIn(install, /'overrides\.([^=]+)=([^']+)'/g)).toEqual(example.overrides)
  })

  test('installs the versions of the example', () => {
    const { graphql } = example.dependencies
    const {
      '@graphql-codegen/cli': cli,
      '@graphql-codegen/client-preset': preset,
      typescript,
    } = example.devDependencies
    const expected = { '@graphql-codegen/cli': cli, '@graphql-codegen/client-preset': preset, graphql, typescript }
    expect(versionsIn(install, / (@?[\w/-]+)@(\S+)/g)).toEqual(expected)
  })
})
