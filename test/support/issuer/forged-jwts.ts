import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'
import { audience, type TestIssuer } from './issuer.ts'

type Json = Record<string, unknown>

const encode = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const unsigned = (header: object, claims: object, signature = '') => `${encode(header)}.${encode(claims)}.${signature}`

/** Forges JWTs of the issuer. `attackerUrl` is where the attacker serves keys, `blocked` are claims of a blocked person. */
export async function jwtForger(issuer: TestIssuer, attackerUrl: string, blocked: Json) {
  const { kid, jwk, public: publicKey, private: privateKey } = issuer.keys[0]!
  const alg = jwk.alg!
  const attacker = await generateKeyPair(alg, { extractable: true })
  const publicPem = await exportSPKI(publicKey)
  const publicJwk = await exportJWK(publicKey)
  const attackerJwk = { ...(await exportJWK(attacker.publicKey)), kid: 'attacker', alg }

  const header = { alg, kid, typ: 'at+jwt' }

  /**
   * One JWT for each way to forge one, all of them new, with the rule that rejects it. With these claims, the issuer's JWTs
   * are accepted.
   */
  return async (accepted: Json): Promise<Record<string, [rule: string, jwt: string]>> => {
    const now = Math.floor(Date.now() / 1000)
    const claims: Json = { iss: issuer.url, aud: audience, iat: now, exp: now + 300, ...accepted, jti: randomUUID() }
    const byAttacker = (extra: Partial<JWTHeaderParameters>, named: object = header) =>
      new SignJWT(claims).setProtectedHeader({ alg, ...named, ...extra }).sign(attacker.privateKey)
    const byIssuer = (changes: Json, extra: Partial<JWTHeaderParameters> = {}) =>
      issuer.sign({ ...claims, ...changes }, extra)
    const byHmac = (secret: string, extra: object = {}) => {
      const text = `${encode({ ...header, alg: 'HS256', ...extra })}.${encode(claims)}`
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    }
    const withUnknownExtension = () =>
      new SignJWT(claims)
        .setProtectedHeader({ ...header, crit: ['casegate'], casegate: 1 })
        .sign(privateKey, { crit: { casegate: true } })
    const valid = await byIssuer({})
    const [validHeader, , validSignature] = valid.split('.')
    return {
      'an algorithm none': ['algorithm', unsigned({ ...header, alg: 'none' }, claims)],
      'another spelling of none': ['algorithm', unsigned({ ...header, alg: 'nOnE' }, claims)],
      'the algorithm none and a signature': ['algorithm', unsigned({ ...header, alg: 'none' }, claims, validSignature)],
      'no algorithm': ['format', unsigned({ kid, typ: 'at+jwt' }, claims, validSignature)],
      'no signature': ['signature', unsigned(header, claims)],
      'a signature of zeros': ['signature', unsigned(header, claims, Buffer.alloc(64).toString('base64url'))],
      'changed claims': ['signature', `${validHeader}.${encode({ ...claims, sub: 'someone' })}.${validSignature}`],
      'the public key as the key of an HMAC': ['algorithm', byHmac(publicPem)],
      'the public JWK as the key of an HMAC': ['algorithm', byHmac(JSON.stringify(publicJwk))],
      'the name of the key as the key of an HMAC': ['algorithm', byHmac(kid)],
      'an empty key of an HMAC': ['algorithm', byHmac('', { kid: '../../../dev/null' })],
      'another key with the name of the right one': ['signature', await byAttacker({})],
      'another key with an unknown name': ['key', await byAttacker({ kid: randomUUID() })],
      'another key without a name': ['signature', await byAttacker({}, { typ: 'at+jwt' })],
      'a name that is a path': ['key', await byAttacker({ kid: '../../../../dev/null' })],
      'a name that is SQL': ['key', await byAttacker({ kid: `' union select '${attackerJwk.kid}' --` })],
      'a name that is an address': ['key', await byAttacker({ kid: `${attackerUrl}/jwks` })],
      'an address of keys': ['key', await byAttacker({ jku: `${attackerUrl}/jwks`, kid: 'attacker' })],
      'an address of certificates': ['signature', await byAttacker({ x5u: `${attackerUrl}/jwks` })],
      'a key in the header': ['signature', await byAttacker({ jwk: attackerJwk })],
      'a certificate in the header': ['signature', await byAttacker({ x5c: [randomBytes(300).toString('base64')] })],
      // The signatures of the following are right.
      'an unknown extension': ['critical', await withUnknownExtension()],
      'a known extension': ['critical', await byIssuer({}, { crit: ['b64'], b64: true })],
      'another type': ['type', await byIssuer({}, { typ: 'JWT' })],
      'no type': ['type', await byIssuer({}, { typ: undefined as never })],
      'another issuer': ['issuer', await byIssuer({ iss: attackerUrl })],
      'the issuer with a slash': ['issuer', await byIssuer({ iss: `${issuer.url}/` })],
      'another audience': ['audience', await byIssuer({ aud: 'https://other.example' })],
      'no audience': ['claims', await byIssuer({ aud: undefined })],
      'no subject': ['claims', await byIssuer({ sub: undefined })],
      'an empty subject': ['claims', await byIssuer({ sub: '' })],
      'a subject that is a number': ['claims', await byIssuer({ sub: 7 })],
      'a subject that is an object': ['claims', await byIssuer({ sub: { $ne: null } })],
      'a NUL in its subject': ['claims', await byIssuer({ sub: 'sub-\0' })],
      'no expiry': ['claims', await byIssuer({ exp: undefined })],
      'an expiry that is a text': ['claims', await byIssuer({ exp: '2999-01-01' })],
      'no time of issue': ['claims', await byIssuer({ iat: undefined })],
      'a session that is a number': ['claims', await byIssuer({ sid: 7 })],
      'a long session': ['claims', await byIssuer({ sid: randomBytes(2_500).toString('hex') })],
      'an expiry in the past': ['expired', await byIssuer({ iat: now - 600, exp: now - 60 })],
      'a time of issue in the future': ['notYetValid', await byIssuer({ iat: now + 250 })],
      'a beginning in the future': ['notYetValid', await byIssuer({ nbf: now + 250 })],
      'a second more than 24 hours': ['lifetime', await byIssuer({ iat: now - 100, exp: now - 100 + 86_401 })],
      'no touchpoint': ['touchpoint', await byIssuer({ client_id: undefined })],
      'an unknown touchpoint': ['touchpoint', await byIssuer({ client_id: 'nowhere' })],
      'no login kind': ['login', await byIssuer({ casegate_login: undefined })],
      'an unknown login kind': ['login', await byIssuer({ casegate_login: 'party' })],
      'an unknown person': ['person', await byIssuer({ sub: 'sub-nobody' })],
      'a person of another login kind': ['person', await byIssuer({ casegate_login: 'OPERATOR' })],
      'a blocked person': ['blocked', await byIssuer(blocked)],
      'too many characters': ['size', await byIssuer({ padding: 'x'.repeat(8_000) })],
      'no JWT': ['format', randomBytes(60).toString('base64url')],
      'a broken header': ['format', 'e30.e30.e30'],
      'three parts of nothing': ['format', '..'],
      'an encrypted JWT': ['format', [1, 2, 3, 4, 5].map(() => randomBytes(20).toString('base64url')).join('.')],
    }
  }
}
