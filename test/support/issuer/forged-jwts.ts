import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'
import { audience, type TestIssuer } from './issuer.ts'

type Json = Record<string, unknown>

const encode = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const unsigned = (header: object, claims: object, signature = '') => `${encode(header)}.${encode(claims)}.${signature}`

/** Forges JWTs of the issuer. `attackerUrl` is where the attacker serves keys. */
export async function jwtForger(issuer: TestIssuer, attackerUrl: string) {
  const { kid, jwk, public: publicKey, private: privateKey } = issuer.keys[0]!
  const alg = jwk.alg!
  const attacker = await generateKeyPair(alg, { extractable: true })
  const publicPem = await exportSPKI(publicKey)
  const publicJwk = await exportJWK(publicKey)
  const attackerJwk = { ...(await exportJWK(attacker.publicKey)), kid: 'attacker', alg }

  const header = { alg, kid, typ: 'at+jwt' }

  /** One JWT for each way to forge one, all of them new. With these claims, the issuer's JWTs are accepted. */
  return async (accepted: Json): Promise<Record<string, string>> => {
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

    const valid = await byIssuer({})
    const [validHeader, , validSignature] = valid.split('.')

    return {
      'alg none': unsigned({ ...header, alg: 'none' }, claims),
      'alg None': unsigned({ ...header, alg: 'None' }, claims),
      'alg none with the signature of another JWT': unsigned({ ...header, alg: 'none' }, claims, validSignature),
      'no alg': unsigned({ kid, typ: 'at+jwt' }, claims, validSignature),
      'no signature': unsigned(header, claims),
      'a signature of zeros': unsigned(header, claims, Buffer.alloc(64).toString('base64url')),
      'the signature of another JWT': `${validHeader}.${encode({ ...claims, sub: 'someone' })}.${validSignature}`,
      'the public key as the key of an HMAC': byHmac(publicPem),
      'the public JWK as the key of an HMAC': byHmac(JSON.stringify(publicJwk)),
      'the name of the key as the key of an HMAC': byHmac(kid),
      'an empty key of an HMAC': byHmac('', { kid: '../../../dev/null' }),
      'another key with the name of the right one': await byAttacker({}),
      'another key with an unknown name': await byAttacker({ kid: randomUUID() }),
      'another key without a name': await byAttacker({}, { typ: 'at+jwt' }),
      'a name that is a path': await byAttacker({ kid: '../../../../dev/null' }),
      'a name that is SQL': await byAttacker({ kid: `' union select '${attackerJwk.kid}' --` }),
      'a name that is an address': await byAttacker({ kid: `${attackerUrl}/jwks` }),
      'an address of keys': await byAttacker({ jku: `${attackerUrl}/jwks`, kid: 'attacker' }),
      'an address of certificates': await byAttacker({ x5u: `${attackerUrl}/jwks` }),
      'a key in the header': await byAttacker({ jwk: attackerJwk }),
      'a certificate in the header': await byAttacker({ x5c: [randomBytes(300).toString('base64')] }),
      // The signatures of the following are right.
      'an unknown extension': await new SignJWT(claims)
        .setProtectedHeader({ ...header, crit: ['casegate'], casegate: 1 })
        .sign(privateKey, { crit: { casegate: true } }),
      'a known extension': await byIssuer({}, { crit: ['b64'], b64: true }),
      'another type': await byIssuer({}, { typ: 'JWT' }),
      expired: await byIssuer({ iat: now - 600, exp: now - 60 }),
      'issued in the future': await byIssuer({ iat: now + 120, exp: now + 300 }),
      'not valid yet': await byIssuer({ nbf: now + 120 }),
      'another audience': await byIssuer({ aud: 'https://other.example' }),
      'no audience': await byIssuer({ aud: undefined }),
      'another issuer': await byIssuer({ iss: `${issuer.url}/` }),
      'the issuer of the attacker': await byIssuer({ iss: attackerUrl }),
      'no subject': await byIssuer({ sub: undefined }),
      'an unknown subject': await byIssuer({ sub: randomUUID() }),
      'a subject that is no text': await byIssuer({ sub: { $ne: null } }),
      'no end': await byIssuer({ exp: undefined }),
      'no time of issue': await byIssuer({ iat: undefined }),
      'a long life': await byIssuer({ exp: now + 25 * 3600 }),
      'an unknown touchpoint': await byIssuer({ client_id: randomUUID() }),
      'an unknown login kind': await byIssuer({ casegate_login: 'ROOT' }),
      'too long': await byIssuer({ padding: 'x'.repeat(8_000) }),
      'no JWT': randomBytes(60).toString('base64url'),
      'three parts of nothing': '..',
      'an encrypted JWT': [1, 2, 3, 4, 5].map(() => randomBytes(20).toString('base64url')).join('.'),
    }
  }
}
