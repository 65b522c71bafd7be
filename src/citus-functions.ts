/** Loads the modules that declare functions for Citus. `distribute` creates the functions that have been declared. */
export async function declareCitusFunctions(): Promise<void> {
  await Promise.all([
    import('./auth/look-up-credentials.ts'),
    import('./rate-limit/limit-usage.ts'),
    import('./schema.ts'),
    import('./transfer/export/archive.ts'),
  ])
}
