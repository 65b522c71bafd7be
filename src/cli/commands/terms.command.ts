import type { Command } from 'commander'
import { type JsonOption, print } from '../print.ts'
import { examples } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

export function addTermsCommand(program: Command): void {
  program
    .command('terms')
    .summary('Compute what stored cases are found by.')
    .description(
      'Compute the terms that cases are found by, for what was stored before there were terms. Servers do so in the background, with ' +
        'pauses. Safe to re-run, to stop, and to run several times at once.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('terms', 'terms --json'))
    .action(async (options: JsonOption) => {
      const { TermPass } = await import('../../cases/text-search/term-pass.ts')
      const { pino } = await import('pino')
      let comments = 0
      await withDatabase((database) =>
        new TermPass(database, pino({ level: 'silent' })).compute((added) => (comments += added)),
      )
      print(options, { comments }, `Computed the terms of ${comments} comments. All cases can be found.`)
    })
}
