export interface Bar {
  group: string
  name: string
  /** Throughput relative to the reference. */
  value: number
}

const colours: Record<string, string> = {
  rest: '#2a6f97',
  graphql: '#61a5c2',
  reference: '#8d99ae',
  pgbench: '#ced4da',
}
const width = 760
const barHeight = 18
const groupGap = 14
const left = 150
const right = 60

/** An SVG bar chart with one group of bars per operation and a line at the reference. */
export function ratioChart(bars: Bar[]): string {
  const shown = bars.filter(({ value }) => Number.isFinite(value))
  const scale = (width - left - right) / Math.max(...shown.map(({ value }) => value))
  let y = 8
  let group = ''
  const parts = shown.map((bar) => {
    if (group !== '' && bar.group !== group) y += groupGap
    group = bar.group
    const line = [
      `<text x="${left - 8}" y="${y + 13}" text-anchor="end">${bar.group} ${bar.name}</text>`,
      `<rect x="${left}" y="${y}" width="${(bar.value * scale).toFixed(1)}" height="${barHeight - 3}" fill="${colours[bar.name] ?? '#999'}"/>`,
      `<text x="${(left + bar.value * scale + 6).toFixed(1)}" y="${y + 13}">${bar.value.toFixed(2)}</text>`,
    ].join('')
    y += barHeight
    return line
  })
  const one = (left + scale).toFixed(1)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 8}" font-family="sans-serif" font-size="12">
<title>Throughput relative to the reference</title>
<rect width="${width}" height="${y + 8}" fill="#fff"/>
${parts.join('\n')}
<line x1="${one}" x2="${one}" y1="0" y2="${y + 8}" stroke="#333" stroke-dasharray="3 3"/>
</svg>
`
}
