const cleanups: (() => unknown)[] = []

/** Runs the function after the last test of the file. The last one registered runs first. */
export function afterFile(cleanup: () => unknown): void {
  cleanups.push(cleanup)
}

/** Runs all functions even if some of them fail. */
export async function runCleanups(): Promise<void> {
  const errors: unknown[] = []
  for (const cleanup of cleanups.splice(0).reverse()) {
    try {
      await cleanup()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'The test file could not clean up.')
}
