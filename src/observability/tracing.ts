import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import packageJson from '../../package.json' with { type: 'json' }
import { faceOf, type RequestSummary } from './request-summary.ts'
import type { Phase, RequestTrace } from './telemetry.ts'

/** The longest time that an endpoint may delay the shutdown. */
const exportTimeoutMs = 3_000
/** Enough for the spans of a busy second. Spans beyond it are dropped. */
const queue = { maxQueueSize: 8_192, maxExportBatchSize: 1_024, scheduledDelayMillis: 1_000 }

const service = { 'service.name': 'casegate', 'service.version': packageJson.version }

/** Sends a span for each request, and for each phase of a change, to an OTLP endpoint over HTTP. */
export function startTraces(endpoint: string, log: Logger) {
  reportTo(log)
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs })
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(service)),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...queue })],
  })
  const tracer = provider.getTracer('casegate')
  return {
    trace: (request: IncomingMessage): RequestTrace => new RequestSpan(tracer, request),
    async close() {
      await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'Cannot send the last traces.'))
    },
  }
}

function reportTo(log: Logger): void {
  const report = (detail: string) => log.warn({ detail }, 'OpenTelemetry reports a problem.')
  const ignore = () => {}
  const logger = { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}

const propagator = new W3CTraceContextPropagator()

/** Ignores tracestate, which is free text from the caller. */
const traceparentAlone: TextMapGetter<IncomingHttpHeaders> = {
  keys: () => ['traceparent'],
  get: (headers, name) => (name === 'traceparent' ? headers[name] : undefined),
}

/** Errors are marked without their messages, which may contain data. */
const failed = { code: SpanStatusCode.ERROR }

class RequestSpan implements RequestTrace {
  #tracer: Tracer
  #span: Span
  #context: Context
  #startedAt = Date.now()
  #started = performance.now()

  constructor(tracer: Tracer, request: IncomingMessage) {
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, traceparentAlone)
    const attributes = { 'http.request.method': request.method ?? '' }
    this.#tracer = tracer
    this.#span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes, startTime: this.#now() }, parent)
    this.#context = trace.setSpan(parent, this.#span)
  }

  /** One clock for the whole request. By default, spans begin at full milliseconds, and phases would overlap. */
  #now(): number {
    return this.#startedAt + performance.now() - this.#started
  }

  phase<Result>(name: Phase, work: () => Result): Result {
    const span = this.#tracer.startSpan(name, { startTime: this.#now() }, this.#context)
    const succeed = () => span.end(this.#now())
    const fail = () => span.setStatus(failed).end(this.#now())
    try {
      const result = work()
      if (result instanceof Promise) result.then(succeed, fail)
      else succeed()
      return result
    } catch (error) {
      fail()
      throw error
    }
  }

  end(summary: RequestSummary, route: string | undefined): void {
    const { path, operation = 'none', outcome, status, requestId } = summary
    const face = faceOf(path)
    this.#span.updateName(`${face} ${operation}`)
    this.#span.setAttributes({
      'http.response.status_code': status,
      'url.path': path,
      ...(route !== undefined && { 'http.route': route }),
      'casegate.face': face,
      'casegate.operation': operation,
      'casegate.outcome': outcome,
      'casegate.request_id': requestId,
    })
    if (status >= 500 || outcome === 'INTERNAL_SERVER_ERROR' || outcome === 'UNAVAILABLE') this.#span.setStatus(failed)
    this.#span.end(this.#now())
  }
}
