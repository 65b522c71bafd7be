/** Scans a content while it is received. */
export interface Scan {
  /** Takes the next part. Rejects with UNAVAILABLE if the scanner is away. */
  add(part: Uint8Array): Promise<void>
  /** Resolves if the content is clean. Rejects with ATTACHMENT_REJECTED if it is infected, and with UNAVAILABLE. */
  finish(): Promise<void>
  /** Ends the scan. It may be called at any time. */
  close(): void
}

export interface Scanner {
  begin(): Promise<Scan>
}
