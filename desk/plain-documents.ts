import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DefinitionNode, Kind, parse, print, stripIgnoredCharacters, visit } from 'graphql'
import type { Plugin } from 'vite'

const call = /\bgraphql\(\s*`([^`]*)`,?\s*\)/g

/**
 * Puts the text of each GraphQL document, with the fragments that it needs, in the place of the call of `graphql`. The generated function
 * looks it up in a table of all documents, each as a text and as a tree: 200 KB, which every page would load and parse.
 */
export function plainDocuments(): Plugin {
  const sources = join(import.meta.dirname, 'src')
  const fragments = new Map<string, DefinitionNode>()

  function read(text: string): void {
    for (const [, document = ''] of text.matchAll(call)) {
      for (const definition of parse(document).definitions) {
        if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
      }
    }
  }

  /** The operations of a document with their fragments. Empty for fragments alone, which only other documents send. */
  function withFragments(text: string): string {
    const definitions = parse(text).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    const needed = new Set(definitions)
    // A set is visited with what is added to it meanwhile.
    for (const definition of needed) {
      visit(definition, {
        FragmentSpread({ name }) {
          const fragment = fragments.get(name.value)
          if (!fragment) throw new Error(`There is no fragment ${name.value}.`)
          needed.add(fragment)
        },
      })
    }
    return stripIgnoredCharacters([...needed].map((definition) => print(definition)).join('\n'))
  }

  return {
    name: 'plain-documents',
    buildStart() {
      for (const file of globSync('**/*.{ts,tsx}', { cwd: sources, exclude: ['**/gql/**'] })) {
        read(readFileSync(join(sources, file), 'utf8'))
      }
    },
    transform(code, id) {
      if (!id.startsWith(sources) || !code.includes('graphql(')) return null
      read(code)
      return { code: code.replace(call, (_, text: string) => JSON.stringify(withFragments(text))), map: null }
    },
  }
}
