import type { Socket } from 'node:net'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import type { Metric } from 'prom-client'
import { createFailedAttempts } from './auth/failed-attempts.ts'
import { addBooksMetrics } from './back-office/books/books-metrics.ts'
import { ledgerRoutes } from './back-office/books/ledger-routes.ts'
import { operationRoutes } from './back-office/operation-routes.ts'
import { failingRoutes, overviewRoutes } from './back-office/overview/overview-routes.ts'
import { paymentActionRoutes } from './back-office/payments/payment-action-routes.ts'
import { operatorPaymentRoutes } from './back-office/payments/payment-routes.ts'
import { processorRoutes } from './back-office/processor-routes.ts'
import { searchRoutes } from './back-office/search/search-routes.ts'
import { createCallers } from './callers.ts'
import type { Clock } from './clock.ts'
import type { Config, Role } from './config.ts'
import { createChangeFeed } from './console/change-feed.ts'
import { pageRoutes } from './console/page-routes.ts'
import { portalRoutes } from './console/portal-routes.ts'
import { addPortalScope, isForPortal } from './console/portal-scope.ts'
import { createSandboxClient, type SandboxClient } from './console/sandbox/sandbox-client.ts'
import { sandboxRoutes } from './console/sandbox/sandbox-routes.ts'
import { sessionRoutes } from './console/session-routes.ts'
import { createSessions } from './console/sessions.ts'
import { createStreams, streamRoutes } from './console/streams.ts'
import type { Db } from './db/db.ts'
import { addQueueMetrics } from './deliveries/queue-metrics.sql.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import type { Names } from './deliveries/sending/names.ts'
import { createSender } from './deliveries/sending/send.ts'
import { callbackTestRoutes } from './deliveries/test-event-routes.ts'
import type { History } from './history/history.ts'
import { addProblemHandler } from './http/answers/problem-handler.ts'
import { requireIdempotencyKey } from './http/answers/reply.ts'
import { trustOf } from './http/caller/client-address.ts'
import { createDoors } from './http/doors/doors.ts'
import { type DoorLimits, fixedLimits } from './http/doors/limits.ts'
import { addCorrelation, traceIdOf } from './http/hooks/correlation.ts'
import { addInFlightLimit, addRateLimit } from './http/hooks/limits-per-key.ts'
import { addRequestLog, withBindings } from './http/hooks/request-log.ts'
import { addRequestSpans } from './http/hooks/request-spans.ts'
import { addSecurityHeaders } from './http/hooks/security-headers.ts'
import { addJsonBody } from './http/input/json-body.ts'
import { addStrictValidation } from './http/input/validation.ts'
import { buildSerializer } from './http/lazy.ts'
import { type AdminPort, separatePorts } from './http/listening/admin-port.ts'
import {
  addHostCheck,
  answerMalformedRequest,
  answerUnroutableRequest,
} from './http/listening/client-error.ts'
import { addGracefulStop } from './http/listening/graceful-stop.ts'
import { addRequestMetrics, createMetrics } from './http/metrics.ts'
import { appIn } from './http/routes.ts'
import { merchantEventRoutes, operatorEventRoutes } from './inbox/event-routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { addWaitingMetrics } from './inbox/waiting-metrics.sql.ts'
import { createAuthenticator } from './merchants/authenticate.ts'
import { callbackRoutes } from './merchants/callback-routes.ts'
import { keyRoutes } from './merchants/key-routes.ts'
import { addMerchantAuth, callingMerchant } from './merchants/merchant-auth.ts'
import { merchantRoutes } from './merchants/merchant-routes.ts'
import { operatorOnboardingRoutes } from './onboarding/operator-routes.ts'
import { onboardingRoutes } from './onboarding/routes.ts'
import type { OperationDeps } from './operations/deps.ts'
import { createOperatorAuthenticator } from './operators/authenticate-operator.ts'
import { addOperatorAuth, auditForbiddenCalls } from './operators/operator-auth.ts'
import { auditRoutes, operatorRoutes } from './operators/operator-routes.ts'
import { addDatabaseMetrics } from './ops/database-metrics.ts'
import { type Readiness, refuseWhileStarting } from './ops/readiness.ts'
import { addOpsRoutes } from './ops/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import type { ReachableProcessors } from './processors/registry.ts'
import { addReconcileMetrics } from './reconcile/metrics.ts'
import { reconciliationRoutes } from './reconcile/routes.ts'
import { addOpenApi } from './reference/openapi.ts'
import { pages } from './reference/pages.ts'
import { problemPages } from './reference/problem-pages.ts'
import { operatorReaderRoutes } from './terminal/operator-routes.ts'
import { terminalRoutes } from './terminal/routes.ts'
import type { Tracer } from './tracing/tracer.ts'

interface AppDeps {
  config: Config
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  readiness: Readiness
  names: Names
  payments: OperationDeps & { history: History }
  processors: Pick<ReachableProcessors, 'forRequests'>
  tracer?: Tracer | null
  metrics?: Metric[]
  wakeCallbacks: (merchantId?: string) => void
  adminPort?: AdminPort | null
  doorLimits?: Partial<DoorLimits>
  linesDropped?: () => number
  consolePages?: string
}

const bodyLimitBytes = 64 * 1024

/** Everything that is served over HTTP. A worker serves only probes and metrics. */
export async function buildApp(deps: AppDeps, role: Role): Promise<FastifyInstance> {
  const { config, db, clock, readiness } = deps
  const metrics = createMetrics(deps.linesDropped ?? (() => 0))
  const limits = { ...fixedLimits, ...config.doors, ...deps.doorLimits }
  const trust = trustOf(config.trustProxy)
  const { adminPort = null, tracer = null } = deps
  // connections to the operators' port bypass the proxies in front of the main port
  const isDirect = (socket: Socket) => adminPort?.has(socket) ?? false
  const { operatorToken, encryptionKeys, publicUrl, brand, portalEmbedders } = config
  const operators = createOperatorAuthenticator({ db, clock, operatorToken })
  const sessions = createSessions({ db, clock, operatorToken })
  const processors = deps.processors.forRequests()
  const [{ name: defaultProcessor, ...defaultPlatform }] = config.processors
  const defaultFees = config.fees
  const authenticator = createAuthenticator({ db, clock, defaultFees, processors, defaultProcessor })
  const callers = createCallers({ clock, authenticator, operators, sessions, processors, defaultProcessor })
  const doors = createDoors({ limits, trust, isDirect, callers, log: deps.log, registry: metrics.registry })
  readiness.watch(doors)
  const app = fastify({
    serverFactory: doors.createServer,
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    genReqId: request => traceIdOf(request, tracer?.newTraceId),
    childLoggerFactory: withBindings,
    bodyLimit: bodyLimitBytes,
    schemaController: { compilersFactory: { buildSerializer } },
    return503OnClosing: false,
    // requests in flight get part of the stop timeout (graceful-stop.ts)
    pluginTimeout: 5000 + config.stopTimeoutMs,
    forceCloseConnections: 'idle',
    // routes check ids themselves, so that an overlong id is answered like any other unknown id
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false },
    frameworkErrors: answerUnroutableRequest,
    clientErrorHandler: answerMalformedRequest,
  })
  addQueueMetrics(metrics, db)
  for (const metric of deps.metrics ?? []) metrics.registry.registerMetric(metric)
  addWaitingMetrics(metrics, db)
  addBooksMetrics(metrics, { db, clock })
  addDatabaseMetrics(metrics, db)
  addReconcileMetrics(metrics, db, processors.keys())

  const streams = createStreams(createChangeFeed({ db, clock, log: deps.log }))
  // before the graceful stop, which waits for everything in flight
  app.addHook('preClose', async () => streams.endAll())

  addProblemHandler(app)
  addCorrelation(app)
  if (tracer) addRequestSpans(app, tracer)
  addGracefulStop(app, readiness, config.stopTimeoutMs)
  refuseWhileStarting(app, readiness)
  addHostCheck(app)
  if (adminPort) separatePorts(app, adminPort, request => isForPortal(request, callers.isPortal))
  addRequestLog(app)
  addRequestMetrics(app, metrics)
  addJsonBody(app)
  addStrictValidation(app)
  requireIdempotencyKey(app)
  addSecurityHeaders(app)
  app.addHook('onClose', async () => doors.stop())

  const failures = createFailedAttempts({ clock, registry: metrics.registry })
  const operatorAuth = { operators, failures }

  const offered = defaultPlatform.isSandbox ? config.processors : []
  const sandboxes = offered.flatMap(({ name, isSandbox, apiBase, secretKey }) =>
    isSandbox && apiBase !== null ? [{ processor: name, url: apiBase, secretKey }] : [],
  )
  if (role !== 'worker') addOpenApi(app, { publicUrl, sandboxUrl: sandboxes[0]?.url ?? null })
  await addOpsRoutes(app, { readiness, metrics, ...operatorAuth })
  if (role === 'worker') return app

  /** Whether operators have their own port, and this request did not come through it. */
  const isPublic = ({ raw }: FastifyRequest) => adminPort !== null && !adminPort.has(raw.socket)
  const hasDocs = (request: FastifyRequest) => !isPublic(request)
  const processorsAt = (door: 'merchants' | 'webhooks' | 'operators') =>
    deps.processors.forRequests(doors.outside(door))
  const callbacks = { db, clock, encryptionKeys, tracer, wakeCallbacks: deps.wakeCallbacks }
  const routes = appIn(app)
  pages(routes, { hasDocs })
  problemPages(routes, { hasDocs })
  const ofSessions = { db, clock, sessions, ...operatorAuth, sandboxes, processors, brand }
  sessionRoutes(appIn(app, 'Console'), { ...ofSessions, isPublic })
  pageRoutes(routes, { folder: deps.consolePages, portalEmbedders, isPublic })
  const ofWebhooks = { ...callbacks, processors: processorsAt('webhooks'), defaultProcessor }
  await app.register(inboxRoutes({ ...ofWebhooks, registry: metrics.registry }))

  await app.register(
    async v1 => {
      addMerchantAuth(v1, { authenticator, failures })
      const charge = addRateLimit(v1, config.rateLimitPerSecond, request => callingMerchant(request).keyId)
      addInFlightLimit(v1, limits.inFlightPerMerchant, request => callingMerchant(request).merchantId)
      const payments = { ...deps.payments, processors: processorsAt('merchants') }
      const connected = { ...payments, defaultProcessor }
      paymentRoutes(appIn(v1, 'Payments'), connected)
      terminalRoutes(appIn(v1, 'Terminal'), { ...connected, charge })
      onboardingRoutes(appIn(v1, 'Onboarding'), connected)
      merchantEventRoutes(appIn(v1, 'Events'), { ...payments, ...callbacks })
    },
    { prefix: '/v1' },
  )

  const sender = createSender({ ...config.callbacks, perEndpoint: 10, names: deps.names })
  app.addHook('onClose', sender.close)
  const merchants = { db, clock, authenticator, encryptionKeys, callbackTargets: config.callbacks }
  await app.register(
    async admin => {
      addOperatorAuth(admin, { ...operatorAuth, sessions })
      auditForbiddenCalls(admin, { db, clock })
      addRateLimit(admin, limits.portalRequestsPerSecond, ({ operator }) => operator?.merchantId ?? null)
      addPortalScope(admin, { db })
      const connected = { ...deps.payments, processors: processorsAt('operators'), defaultProcessor }
      const routes = (tag: string) => appIn(admin, tag)
      merchantRoutes(routes('Merchants'), { ...merchants, defaultFees, processors, defaultProcessor })
      operatorReaderRoutes(routes('Merchants'), connected)
      operatorOnboardingRoutes(routes('Merchants'), { ...connected, authenticator, defaultFees, publicUrl })
      keyRoutes(routes('API keys'), merchants)
      callbackRoutes(routes('Callback settings'), merchants)
      callbackTestRoutes(routes('Callback settings'), { db, clock, encryptionKeys, sender })
      deliveryRoutes(routes('Events and deliveries'), callbacks)
      operatorEventRoutes(routes('Events and deliveries'), callbacks)
      operatorPaymentRoutes(routes('Payments'), { db })
      paymentActionRoutes(routes('Payments'), connected)
      operationRoutes(routes('Overview'), { db })
      failingRoutes(routes('Overview'), { db, clock })
      searchRoutes(routes('Overview'), connected)
      ledgerRoutes(routes('Ledger'), { db, clock })
      reconciliationRoutes(routes('Ledger'), { db, clock })
      processorRoutes(routes('Overview'), { db, processors, defaultProcessor })
      overviewRoutes(routes('Overview'), { db, clock, processors, defaultProcessor })
      portalRoutes(routes('Merchants'), { db, clock, publicUrl })
      const clients = new Map<string, SandboxClient>()
      for (const { processor, url, secretKey } of sandboxes)
        clients.set(processor, createSandboxClient(url, secretKey, doors.outside('operators')))
      await admin.register(sandboxRoutes({ ...connected, defaultFees, sandboxes: clients }))
      streamRoutes(routes('Overview'), { streams })
      auditRoutes(routes('Audit log'), { db })
      operatorRoutes(routes('Operators'), { db, clock, credentials: [operators, sessions] })
    },
    { prefix: '/admin/v1' },
  )
  return app
}
