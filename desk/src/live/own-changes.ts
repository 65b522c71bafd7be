const versions = new Map<string, number>()

/** Remembers the version of a case that the viewer has made. urql has then loaded everything again that the page shows of cases. */
export function noteOwnChange({ id, version }: { id: string; version: number }): void {
  versions.set(id, Math.max(version, versions.get(id) ?? 0))
}

export function isOwnChange(id: string, version: number): boolean {
  return version <= (versions.get(id) ?? 0)
}
