/** A key that nobody else has. `crypto.randomUUID` exists only over TLS and on this machine. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
