import type { CodegenConfig } from '@graphql-codegen/cli'

const config: CodegenConfig = {
  schema: '../schema.graphql',
  documents: 'src/**/*.{ts,tsx}',
  ignoreNoDocuments: true,
  generates: {
    'src/gql/': { preset: 'client', presetConfig: { fragmentMasking: { unmaskFunctionName: 'unmask' } } },
  },
  config: { useTypeImports: true, enumType: 'string-literal', scalars: { DateTime: 'string', JSON: 'unknown' } },
}

export default config
