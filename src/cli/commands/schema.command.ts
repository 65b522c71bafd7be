import type { Command } from 'commander'
import { examples } from '../usage.ts'

export function addSchemaCommand(program: Command): void {
  program
    .command('schema')
    .description('Print the GraphQL schema in SDL.')
    .option('--json', 'print the result of an introspection query instead')
    .addHelpText('after', examples('schema > schema.graphql', 'schema --json > schema.json'))
    .action(async ({ json }: { json?: boolean }) => {
      const { printedSchema, schema } = await import('../../schema.ts')
      if (!json) return void process.stdout.write(printedSchema)
      const { introspectionFromSchema } = await import('graphql')
      console.log(JSON.stringify({ data: introspectionFromSchema(schema) }, null, 2))
    })
}
