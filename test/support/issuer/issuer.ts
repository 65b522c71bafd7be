import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose'
import { type ClientMetadata, type Configuration, Provider } from 'oidc-provider'
import { listening } from '../listening.ts'
import { memoryAdapter } from './memory-adapter.ts'

export interface IssuerOptions {
  clients?: ClientMetadata[]
  /** Claims of accounts by their `sub`, in ID tokens and access tokens. */
  accounts?: Record<string, Claims>
  /** The algorithm of the keys. Default: ES256. */
  algorithm?: 'ES256' | 'EdDSA' | 'RS256' | 'PS256'
  /** In addition to the settings that all tests share. */
  configuration?: Configuration
  port?: number
}

type Claims = Record<string, unknown>
interface Key {
  kid: string
  private: CryptoKey
  public: CryptoKey
  jwk: JWK
}

export const audience = 'https://casegate.example'

/** An OpenID Connect provider on 127.0.0.1, with keys that can be rotated and withdrawn. */
export class TestIssuer implements AsyncDisposable {
  /** The number of times that the keys were fetched. */
  keyFetches = 0
  /** Answers instead of the provider if it returns true. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false
  readonly #options: IssuerOptions
  readonly #adapter = memoryAdapter()
  #created = 0
  #keys: readonly Key[] = []
  #provider: Provider | undefined
  #server: Server | undefined
  #port = 0

  private constructor(options: IssuerOptions) {
    this.#options = options
    this.#port = options.port ?? 0
  }

  static async start(options: IssuerOptions = {}): Promise<TestIssuer> {
    const issuer = new TestIssuer(options)
    await issuer.start()
    await issuer.rotate()
    return issuer
  }

  get #algorithm() {
    return this.#options.algorithm ?? 'ES256'
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** The settings with which a service accepts its JWTs. */
  get env(): Record<string, string> {
    return { OIDC_ISSUER: this.url, OIDC_AUDIENCE: audience, OIDC_ALLOWED_NETWORKS: '127.0.0.0/8' }
  }

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      if (request.url === '/jwks') this.keyFetches++
      if (!this.intercept(request, response)) void this.#provider!.callback()(request, response)
    })
    this.#port = await listening(this.#server, this.#port)
  }

  async stop(): Promise<void> {
    if (!this.#server?.listening) return
    this.#server.closeAllConnections()
    await once(this.#server.close(), 'close')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  /** Signs with a new key from now on. The keys before stay published. */
  async rotate(): Promise<void> {
    const alg = this.#algorithm
    const pair = await generateKeyPair(alg, { extractable: true })
    const kid = `key-${++this.#created}`
    const jwk = { ...(await exportJWK(pair.privateKey)), kid, alg, use: 'sig' }
    this.publish([{ kid, private: pair.privateKey, public: pair.publicKey, jwk }, ...this.#keys])
  }

  /** Publishes only the newest key. */
  withdraw(): void {
    this.publish(this.#keys.slice(0, 1))
  }

  /** The keys, the newest first. */
  get keys(): readonly Key[] {
    return this.#keys
  }

  /** Publishes these keys, and signs with the first one. */
  publish(keys: readonly Key[]): void {
    this.#keys = keys
    const { clients = [], accounts = {}, configuration } = this.#options
    this.#provider = new Provider(this.url, {
      adapter: this.#adapter,
      clients: clients.map((client) => ({ id_token_signed_response_alg: this.#algorithm, ...client })),
      jwks: { keys: keys.map(({ jwk }) => jwk) } as NonNullable<Configuration['jwks']>,
      cookies: { keys: ['cookie key'] },
      findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts[id] }) }),
      extraTokenClaims: (_context, token) => ('accountId' in token ? accounts[token.accountId] : undefined),
      ttl: { AccessToken: 300, Grant: 3600 },
      ...configuration,
      features: {
        resourceIndicators: {
          enabled: true,
          defaultResource: () => audience,
          useGrantedResource: () => true,
          getResourceServerInfo: () => this.#resourceServer,
        },
        devInteractions: { enabled: false },
        ...configuration?.features,
      },
    })
  }

  get #resourceServer() {
    const jwt = { sign: { alg: this.#algorithm } }
    return { audience, scope: 'openid', accessTokenFormat: 'jwt' as const, jwt }
  }

  /** An access token that the provider itself creates and signs. */
  async issue(accountId: string, clientId: string): Promise<string> {
    const provider = this.#provider!
    const client = await provider.Client.find(clientId)
    if (!client) throw new Error(`The issuer has no client ${clientId}.`)
    const resourceServer = new provider.ResourceServer(audience, this.#resourceServer)
    const grantId = await new provider.Grant({ accountId, clientId }).save()
    const gty = 'authorization_code'
    const token = new provider.AccessToken({ accountId, client, grantId, scope: 'openid', gty, resourceServer })
    return token.save()
  }

  /** Signs any claims with the newest key. By default, they are valid for five minutes. A claim of undefined is left out. */
  sign(claims: Claims, header: Partial<JWTHeaderParameters> = {}, key: Key['private'] = this.#keys[0]!.private) {
    const now = Math.floor(Date.now() / 1000)
    const all = { iss: this.url, aud: audience, sub: 'sub-paula', iat: now, exp: now + 300, ...claims }
    const { kid, jwk } = this.#keys[0]!
    return new SignJWT(JSON.parse(JSON.stringify(all)))
      .setProtectedHeader({ alg: jwk.alg!, kid, typ: 'at+jwt', ...header })
      .sign(key)
  }
}
