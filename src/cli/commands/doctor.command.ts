import { styleText } from 'node:util'
import type { Command } from 'commander'
import type { CheckResult } from '../../doctor/check-result.ts'
import { explain } from '../explain.ts'
import { type JsonOption, print } from '../print.ts'
import { examples } from '../usage.ts'

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .summary('Check the settings, the database and its data.')
    .description(
      'Check the settings, the database, its schema and its rows without changing anything. Prints one line for each ' +
        'check, with advice for every problem. The exit code is 1 if a check fails; warnings do not count.',
    )
    .option('--deep', 'check all rows too; takes seconds for a million cases')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('doctor', 'doctor --deep --json'))
    .action(async ({ deep = false, json }: JsonOption & { deep?: boolean }) => {
      const { diagnose } = await import('../../doctor/doctor.ts')
      const findings: CheckResult[] = []
      for await (const result of diagnose({ deep, explain: inOneLine })) {
        findings.push(result)
        if (!json) console.log(lineOf(result))
      }
      const count = (level: CheckResult['level']) => findings.filter((result) => result.level === level).length
      const [failures, warnings] = [count('failure'), count('warning')]
      const text = `Failures: ${failures}, warnings: ${warnings}, ok: ${count('ok')}.`
      print({ json }, { healthy: failures === 0, failures, warnings, findings }, text)
      if (failures > 0) process.exitCode = 1
    })
}

function inOneLine(error: unknown): string {
  const text = explain(error) ?? (error instanceof Error ? error.message.split('\n')[0] : undefined) ?? 'Unknown error.'
  return text.trim().replaceAll(/\s*\n\s*/g, ' ')
}

const colours = { ok: 'green', warning: 'yellow', failure: 'red' } as const

function lineOf({ check, level, message, advice }: CheckResult): string {
  return [styleText(colours[level], level.padEnd(7)), check.padEnd(13), message, ...(advice ? [advice] : [])].join(' ')
}
