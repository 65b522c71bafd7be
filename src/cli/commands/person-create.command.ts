import { type Command, Option } from 'commander'
import { explainExisting } from '../explain-existing.ts'
import { loginNames } from '../login-names.ts'
import { print } from '../print.ts'
import { examples } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

interface CreateOptions {
  login: string
  email: string
  firstname: string
  json?: boolean
}

export const createAdminExample = 'person create --login admin --email ada@example.com --firstname Ada'

export function addPersonCreateCommand(person: Command): void {
  person
    .command('create')
    .description(
      'Create a person, such as the first admin. Admins can create other people over the API and in the desk.',
    )
    .addOption(new Option('--login <kind>', 'the kind of person').choices(loginNames).makeOptionMandatory())
    .requiredOption('--email <address>', 'the email address')
    .requiredOption('--firstname <name>', 'the first name')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(createAdminExample))
    .action(async ({ login, email, firstname, json = false }: CreateOptions) => {
      const { configureItems } = await import('../../configuration/configure-items.ts')
      const item = { login: login.toUpperCase(), email, firstname, expectedVersion: 0 }
      await withDatabase((database) => configureItems(database, { persons: [item] })).catch(
        explainExisting(`A person with the login ${login} and the address ${JSON.stringify(email)} already exists.`),
      )
      print(json, { login: item.login, email, firstname }, `Created the ${login} ${email}.`)
    })
}
