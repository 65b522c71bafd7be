/** Whether the value is a promise of any library. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false
  return typeof (value as { then?: unknown }).then === 'function'
}

/** A rejected promise that nobody handles would end the process. */
export function ignoreRejection(value: unknown): void {
  if (isPromiseLike(value)) value.then(undefined, () => {})
}
