const cleanups: (() => unknown)[] = []

/** Runs the function after the last test of the file. The last one registered runs first. */
export function afterFile(cleanup: () => unknown): void {
  cleanups.push(cleanup)
}

export async function runCleanups(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}
