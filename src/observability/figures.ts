/** A figure, or one for each value of a label. */
type Read = () => number | Record<string, number>

/** A gauge or a counter that a service keeps. It is read when the metrics are collected. */
export interface Figure {
  kind: 'gauge' | 'counter'
  name: string
  help: string
  read: Read
  label?: string
  /** What several processes have together. By default, it is the sum. */
  together?: 'min' | 'max'
}

export const gauge = (name: string, help: string, read: Read, label?: string): Figure => ({
  kind: 'gauge',
  name,
  help,
  read,
  ...(label && { label }),
})

export const counter = (name: string, help: string, read: Read, label?: string): Figure => ({
  ...gauge(name, help, read, label),
  kind: 'counter',
})
