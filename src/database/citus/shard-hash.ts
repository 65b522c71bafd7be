const rotated = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits))

/**
 * PostgreSQL's hash of a bigint, which determines the shard on Citus: hashint8() in SQL. The number must not be
 * negative. Bob Jenkins' hash of one word: https://burtleburtle.net/bob/c/lookup3.c
 */
export function hashOf(number: number): number {
  const word = (number % 2 ** 32) ^ Math.floor(number / 2 ** 32)
  const start = 0x9e3779b9 + 4 + 3923095
  let a = (start + word) | 0
  let b = start | 0
  let c = start | 0
  c = ((c ^ b) - rotated(b, 14)) | 0
  a = ((a ^ c) - rotated(c, 11)) | 0
  b = ((b ^ a) - rotated(a, 25)) | 0
  c = ((c ^ b) - rotated(b, 16)) | 0
  a = ((a ^ c) - rotated(c, 4)) | 0
  b = ((b ^ a) - rotated(a, 14)) | 0
  return ((c ^ b) - rotated(b, 24)) | 0
}
