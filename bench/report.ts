import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import type { BenchDatabase } from './servers/database.ts'
import { median, type Sample } from './measurements/measure.ts'
import type { Options } from './options.ts'

/** Three significant digits, or an integer from 100 on; empty if there is no figure. */
export function format(figure: number): string {
  if (!Number.isFinite(figure)) return ''
  return figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toPrecision(3)
}

/** The median, with the smallest and the largest figure if they differ: `1.02 (0.970–1.08)`. */
export function formatRange(figures: readonly number[]): string {
  const finite = figures.filter(Number.isFinite)
  const [lowest, highest] = [format(Math.min(...finite)), format(Math.max(...finite))]
  return lowest === highest ? lowest : `${format(median(finite))} (${lowest}–${highest})`
}

/** One line of text. */
export function describe({ requestsPerSecond, p50, p99, cpu, memory }: Sample): string {
  const figures = { 'requests/s': requestsPerSecond, p50, p99, cpu, rss: memory }
  return Object.entries(figures)
    .map(([name, figure]) => `${name} ${format(figure)}`)
    .join('  ')
}

export function markdownTable(header: string[], rows: string[][]): string {
  const widths = header.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? '').length)))
  const pad = (cell: string, i: number) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))
  const line = (cells: string[]) => `| ${cells.map(pad).join(' | ')} |`
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [header, rule, ...rows].map(line).join('\n')
}

/** The date, command and machine of a measurement. */
export function environment(
  { cases, version }: Pick<BenchDatabase, 'cases' | 'version'>,
  { rounds, seconds, connections }: Options,
): string {
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores`
  const command = ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' ')
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)} with \`${command}\`: ${machine},`,
    `${process.platform}, Node ${process.versions.node}, PostgreSQL ${version}, ${cases.toLocaleString('en')} cases, ${connections} connections,`,
    `medians of ${rounds} rounds of ${seconds} s.`,
  ].join('\n')
}

const page = new URL('../docs/performance.md', import.meta.url)

/** Replaces a section of docs/performance.md, which is enclosed in comments, if the options permit it. */
export function publish(section: string, { publishes }: Options, text: string, chart?: string): void {
  if (!publishes) return
  const [begin, end] = [`<!-- bench ${section} -->`, `<!-- end of ${section} -->`]
  const before = readFileSync(page, 'utf8')
  const [from, to] = [before.indexOf(begin), before.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no section ${begin} … ${end}.`)
  writeFileSync(page, `${before.slice(0, from + begin.length)}\n${text}\n${before.slice(to)}`)
  if (chart !== undefined) writeFileSync(new URL('performance.svg', page), chart)
  console.log('\nUpdated docs/performance.md.')
}
