/** Loads the modules that declare functions on Citus. `distribute` creates those that are declared when it runs. */
export async function declareCitusFunctions(): Promise<void> {
  await Promise.all([
    import('./rate-limit/limit-usage.ts'),
    import('./schema.ts'),
    import('./transfer/export/archive.ts'),
  ])
}
