import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What differs from an honest browser and authenticator. */
export interface Deviation {
  origin?: string
  rpId?: string
  isVerified?: boolean
  crossOrigin?: boolean
  /** By default, the next number. */
  counter?: number
  challenge?: string
  userHandle?: string
  type?: string
  isDiscoverable?: boolean
  format?: string
  /** The length of the ID of the credential. */
  idLength?: number
  /** The length of a member of the public key that means nothing. */
  filler?: number
}

interface CreationOptions {
  challenge: string
  rp: { id: string }
  user: { id: string }
  authenticatorSelection: { residentKey: string; userVerification: string }
  excludeCredentials: { id: string }[]
}

interface RequestOptions {
  challenge: string
  rpId: string
  userVerification: string
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()

/** A browser at `origin` with a device that has one passkey, which counts its signatures unless `counts` is false. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #id = randomBytes(32)
  readonly #origin: string
  readonly #counts: boolean
  #counter = 0
  #userHandle = ''

  constructor(origin: string, { counts = true } = {}) {
    this.#origin = origin
    this.#counts = counts
  }

  get id(): string {
    return base64url(this.#id)
  }

  create(options: CreationOptions, deviation: Deviation = {}) {
    this.#userHandle = options.user.id
    if (deviation.idLength !== undefined) this.#id = randomBytes(deviation.idLength)
    const jwk = this.#keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(jwk.x!, 'base64url')],
      [-3, Buffer.from(jwk.y!, 'base64url')],
    ])
    if (deviation.filler !== undefined) key.set(-99, Buffer.alloc(deviation.filler))
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, isoCBOR.encode(key as never)])
    const authData = this.#authData(options.rp.id, 0x40, deviation, credential)
    const { format = 'none' } = deviation
    const attStmt = new Map(format === 'none' ? [] : [['x5c', [randomBytes(8)]]])
    const attestation = new Map<string, unknown>([
      ['fmt', format],
      ['attStmt', attStmt],
      ['authData', authData],
    ])
    const clientData = this.#clientData('webauthn.create', options.challenge, deviation)
    const response = { attestationObject: base64url(isoCBOR.encode(attestation as never)) }
    return this.#result(clientData, response, { credProps: { rk: deviation.isDiscoverable ?? true } })
  }

  get(options: RequestOptions, deviation: Deviation = {}) {
    const authData = this.#authData(options.rpId, 0, deviation)
    const clientData = this.#clientData('webauthn.get', options.challenge, deviation)
    const signed = Buffer.concat([authData, sha256(clientData)])
    const response = {
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, this.#keys.privateKey)),
      userHandle: deviation.userHandle ?? this.#userHandle,
    }
    return this.#result(clientData, response, {})
  }

  #result<Response, Extensions>(clientData: Buffer, response: Response, clientExtensionResults: Extensions) {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: { clientDataJSON: base64url(clientData), ...response },
      clientExtensionResults,
    }
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin = this.#origin, crossOrigin = false } = deviation
    return Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin,
        crossOrigin,
      }),
    )
  }

  #authData(rpId: string, flags: number, deviation: Deviation, credential: Buffer = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    if (this.#counts) this.#counter++
    counter.writeUInt32BE(deviation.counter ?? this.#counter)
    const verified = (deviation.isVerified ?? true) ? 0x04 : 0
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([0x01 | verified | flags]), counter, credential])
  }
}
