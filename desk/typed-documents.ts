import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ClientPresetConfig, preset } from '@graphql-codegen/client-preset'
import { codegen } from '@graphql-codegen/core'
import { buildASTSchema, parse } from 'graphql'

/** The settings of GraphQL Code Generator that the front ends use. */
export interface DocumentSettings {
  presetConfig?: ClientPresetConfig
  config: Record<string, unknown>
  /** The folders in it that are another front end. */
  exclude?: string[]
}

export interface CodegenConfig {
  generates: { 'src/gql/': { presetConfig?: ClientPresetConfig; config: object } }
  config: object
  importExtension: string
}

type Documents = Parameters<typeof preset.buildGeneratesSection>[0]['documents']

const scalars = { DateTime: 'string', JSON: 'unknown' }

const desk: DocumentSettings = {
  presetConfig: { fragmentMasking: { unmaskFunctionName: 'unmask' } },
  config: { useTypeImports: true, enumType: 'string-literal', scalars },
}

/** How the types of the pages for agents are generated. */
export const agentPages: DocumentSettings = { ...desk, exclude: ['pages/admin', 'pages/sign-in'] }

/** Writes the types of the desk. Leaves files alone that are up to date, so that the desk is not built again. */
export async function writeDeskTypes(): Promise<void> {
  const schema = readFileSync(join(import.meta.dirname, '../schema.graphql'), 'utf8')
  // The documents of pages that few people load are loaded with these.
  for (const [name, settings] of Object.entries({
    src: agentPages,
    'src/pages/admin': desk,
    'src/pages/sign-in': desk,
  })) {
    const folder = join(import.meta.dirname, name)
    for (const [file, text] of Object.entries(await typedDocuments(schema, folder, settings))) {
      const path = join(folder, file)
      mkdirSync(dirname(path), { recursive: true })
      if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
    }
  }
}

/**
 * Returns the files of `gql` in a folder, with the types of its GraphQL documents. Runs the client preset without its
 * command line, which would install 200 packages.
 */
export async function typedDocuments(
  schemaText: string,
  folder: string,
  { presetConfig = {}, config, exclude = [] }: DocumentSettings,
): Promise<Record<string, string>> {
  const schema = parse(schemaText)
  const outputs = await preset.buildGeneratesSection({
    baseOutputDir: 'gql/',
    schema,
    schemaAst: buildASTSchema(schema),
    documents: documentsIn(folder, ['gql', ...exclude]),
    presetConfig,
    config,
    plugins: [],
    pluginMap: {},
  })
  const contents = await Promise.all(outputs.map(async (output) => [output.filename, await codegen(output)] as const))
  return Object.fromEntries(contents)
}

/** The settings in a `codegen.ts` as the command line of the code generator reads it. */
export function settingsIn({ generates, config, importExtension }: CodegenConfig): DocumentSettings {
  const { presetConfig = {}, config: more } = generates['src/gql/']
  return { presetConfig, config: { ...config, ...more, importExtension } }
}

/** The texts that are passed to `graphql()`. */
function documentsIn(folder: string, exclude: string[]): Documents {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder, exclude }).sort()
  return files.flatMap((location) => {
    const texts = readFileSync(join(folder, location), 'utf8').matchAll(/\bgraphql\(\s*`([^`]*)`/g)
    return Array.from(texts, ([, rawSDL = '']) => ({ location, rawSDL, document: parse(rawSDL), hash: rawSDL }))
  })
}
