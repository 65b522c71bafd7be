import { report, run } from './run.ts'

process.stdout.on('error', (error) => process.exit(report(error)))

process.exitCode = await run(process.argv.slice(2))
