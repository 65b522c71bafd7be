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

type Options = Pick<Figure, 'label' | 'together'>

export function gauge(name: string, help: string, read: Read, options: Options = {}): Figure {
  return { kind: 'gauge', name, help, read, ...options }
}

export function counter(name: string, help: string, read: Read, options: Options = {}): Figure {
  return { kind: 'counter', name, help, read, ...options }
}
