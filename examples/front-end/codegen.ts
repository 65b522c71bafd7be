/** The settings of GraphQL Code Generator. */
export default {
  schema: '../../schema.graphql',
  documents: ['src/**/*.ts', '!src/gql/**'],
  generates: { 'src/gql/': { preset: 'client', config: { documentMode: 'string' } } },
  importExtension: '.ts',
  config: {
    useTypeImports: true,
    enumType: 'string-literal',
    scalars: { DateTime: 'string', JSON: 'unknown' },
  },
}
