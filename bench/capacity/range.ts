/** A lowest and a highest value, which are equal if the value is known. */
export type Range = readonly [low: number, high: number]

export function product(...factors: Range[]): Range {
  return factors.reduce<Range>(([low, high], factor) => [low * factor[0], high * factor[1]], [1, 1])
}

export function sum(...terms: Range[]): Range {
  return terms.reduce<Range>(([low, high], term) => [low + term[0], high + term[1]], [0, 0])
}

/** The lowest quotient has the lowest dividend and the highest divisor. */
export function quotient([low, high]: Range, divisor: Range): Range {
  return [low / divisor[1], high / divisor[0]]
}

export function scaled([low, high]: Range, unit: number): Range {
  return [low / unit, high / unit]
}

export function roundedUp([low, high]: Range): Range {
  return [Math.ceil(low), Math.ceil(high)]
}

/** Two significant digits, or an integer from 10 on: `0.35`, `7.3`, `1,584`, `3.7 to 7`. */
export function rangeText([low, high]: Range): string {
  const [from, to] = [numberText(low), numberText(high)]
  return from === to ? from : `${from} to ${to}`
}

function numberText(number: number): string {
  const rounded = number >= 10 ? Math.round(number) : Number(number.toPrecision(2))
  return rounded.toLocaleString('en', { maximumSignificantDigits: 12 })
}
