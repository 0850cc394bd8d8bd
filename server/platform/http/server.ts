import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Pool } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { logOperation, noteOperation } from '#server/platform/log/operations.ts';
import { countRefusal } from '#server/platform/log/turns.ts';
import { openAdmission, type Admission } from '#server/platform/http/admission/admission.ts';
import { asAppError, sendError } from '#server/platform/http/answer.ts';
import { partsOf, plainQuery, readBodies, type Body } from '#server/platform/http/body.ts';
import { endConnectionsOnClose } from '#server/platform/http/closing.ts';
import { limitConnections } from '#server/platform/http/admission/connections.ts';
import { protectReplies } from '#server/platform/http/headers.ts';
import { idempotencyKey, once, type IdempotencyKey } from '#server/platform/http/idempotency.ts';
import { parseInput, unknownKeys } from '#server/platform/http/input.ts';
import type { TokenReader } from '#server/platform/http/admission/known-tokens.ts';
import { endSlowBodies, type CallerName } from '#server/platform/http/admission/overload.ts';
import type { RateLimiter } from '#server/platform/http/admission/rate.ts';
import type { Call, FileAnswer, Route } from '#server/platform/http/route.ts';
import { whileStanding, whileStandingOnce, type StandingOptions } from '#server/platform/http/standing.ts';
import { acceptMultipart, readMultipart, type Multipart } from '#server/platform/http/upload.ts';
import type { Log } from '#server/platform/log/log.ts';
import { answerLanguage, saidLanguage } from '#shared/i18n/language.ts';
import { isForPrograms } from '#shared/admin/programs/abilities.ts';
import { isLogged } from '#shared/admin/audit/operation.ts';
import { methodsOf } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export interface ServerOptions {
  readonly pool: Pool;
  readonly log: Log;
  readonly routes: readonly Route[];
  /** Authenticates the caller; throws `session.*` otherwise (security A1). */
  readonly authenticate: (request: FastifyRequest) => Promise<Actor>;
  /** What admission asks about tokens; without it `authenticate` alone looks at them. */
  readonly tokens?: TokenReader;
  /** Compares a caller with what is stored now, inside the transaction of a write (security N5, A15). */
  readonly standingOf?: StandingOptions['standingOf'];
  /** Throws unless a cookie call comes from our own pages (security W2). */
  readonly checkOrigin: (request: FastifyRequest) => void;
  readonly rate: RateLimiter;
  /** Multiplies the limit of concurrent calls. */
  readonly admissionFactor?: number | undefined;
  readonly uploadFolder: string;
  readonly trustProxy: false | string[];
  readonly secureUrl: boolean;
  /** Throws `http.disk_full` when this call must not write for lack of space (security D8). */
  readonly requireSpace?: (endpoint: Route['endpoint']) => Promise<void>;
  /** Called after every committed write. */
  readonly onWritten?: (endpoint: Route['endpoint']) => void;
}

const actors = new WeakMap<FastifyRequest, Actor>();
const callers = new WeakMap<FastifyRequest, CallerName>();

/** The HTTP server: every route of the table, at `/` and below `/api/` (R3.1). */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    trustProxy: options.trustProxy,
    bodyLimit: 4 * 1024 * 1024,
    requestTimeout: 120_000,
    connectionTimeout: 0,
    forceCloseConnections: 'idle',
    // calls that arrive while we stop are answered normally (security D15)
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: { caseSensitive: true, maxParamLength: 200 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // by default Node looks for slow callers only every 30 s
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
  });
  protectReplies(app, options.secureUrl);
  endConnectionsOnClose(app);
  readBodies(app);
  endSlowBodies(app);
  await acceptMultipart(app);
  app.setErrorHandler((error, request, reply) => refuse(request, reply, error, options));
  const connections = limitConnections(app);
  const admission = openAdmission({
    authenticate: options.authenticate,
    tokens: options.tokens,
    rate: options.rate,
    factor: options.admissionFactor,
    onPerson: connections.belongsTo,
  });
  const methods = new Map<string, Set<string>>();
  for (const route of options.routes) {
    for (const url of [`/${route.endpoint.path}`, `/api/${route.endpoint.path}`]) {
      methods.set(url, new Set([...(methods.get(url) ?? []), ...methodsOf(route.endpoint)]));
      addRoute(app, url, route, options, admission);
    }
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const known = methods.get(path);
    const error = known && !known.has(request.method) ? new AppError('http.method') : new AppError('http.not_found');
    return sendError(reply, error, answerLanguage(request.headers));
  });
  return app;
}

const refuse = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  { log }: ServerOptions,
  how: { readonly byStatus?: boolean } = {},
) =>
  sendError(
    reply,
    asAppError(error, log, request.id),
    answerLanguage(request.headers, actors.get(request)?.language),
    how,
  );

function addRoute(app: FastifyInstance, url: string, route: Route, options: ServerOptions, admission: Admission): void {
  const { endpoint } = route;
  app.route({
    method: [...methodsOf(endpoint)],
    url,
    exposeHeadRoute: false,
    errorHandler: (error, request, reply) =>
      refuse(request, reply, error, options, { byStatus: endpoint.refusesByStatus }),
    // before the body is read: a refused call leaves no trace (security A12)
    onRequest: async (request, reply) => {
      if (endpoint.cookie) options.checkOrigin(request);
      if (endpoint.access === 'public') {
        callers.set(request, await admission.stranger(request, reply, endpoint.rate));
        await options.requireSpace?.(endpoint);
        return;
      }
      const { actor, caller } = await admission.person(request, reply, endpoint.rate);
      requirePermission(request, endpoint, actor, options);
      await options.requireSpace?.(endpoint);
      actors.set(request, actor);
      callers.set(request, caller);
    },
    handler: (request, reply) => answer(request, reply, route, options, admission),
  });
}

function requirePermission(
  request: FastifyRequest,
  endpoint: Route['endpoint'],
  actor: Actor,
  { log, pool }: ServerOptions,
): void {
  const { access, path, application } = endpoint;
  if (actor.viewerId !== undefined && !isForViewers(endpoint)) throw new AppError('session.view_only');
  if (actor.isProgram && !isForPrograms(endpoint)) throw new AppError('session.program');
  const needed = access === 'login' || access === 'public' ? [] : [access].flat();
  const isOn = application === undefined || !actor.rights.off.has(application);
  if (isOn && (needed.length === 0 || needed.some((permission) => actor.mayDo(permission)))) return;
  log.info({ userId: actor.userId, path, address: request.ip }, 'access denied');
  void noteOperation(pool.db, log, { endpoint, userId: actor.userId, address: request.ip, result: 'access.denied' });
  throw new AppError('access.denied');
}

/** Who looks at the product as somebody else changes nothing, takes nothing along, and reads nothing personal. */
function isForViewers({ effect, rate, answer: kind, whileViewing }: Route['endpoint']): boolean {
  if (whileViewing !== 'usual') return whileViewing === 'allowed';
  return effect === 'read' && kind !== 'stream' && !(kind === 'file' && rate === 'heavy');
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  options: ServerOptions,
  admission: Admission,
) {
  const { endpoint } = route;
  const actor = actors.get(request) ?? null;
  const multipart = request.isMultipart() ? await readMultipart(request, endpoint, options.uploadFolder) : null;
  try {
    const body = bodyOf(request, multipart, endpoint);
    if (!multipart && endpoint.upload?.required) throw new AppError('file.missing');
    const input: unknown = parseInput(endpoint.input, body, endpoint.ids);
    const ignored = unknownKeys(endpoint.input, body);
    if (ignored.length > 0) {
      options.log.info({ path: endpoint.path, userId: actor?.userId, ignored }, 'unknown keys dropped');
    }
    const key = actor
      ? idempotencyKey(
          actor.userId,
          endpoint,
          headerOf(request, 'idempotency-key'),
          input,
          body,
          multipart?.upload ?? null,
        )
      : null;
    const caller = callers.get(request) ?? { name: request.ip, isKnown: false };
    const result = await admission.duringTurn(caller, () =>
      perform(request, reply, route, options, { input, key, multipart }),
    );
    return await send(reply, route, result);
  } finally {
    await multipart?.discard();
  }
}

function bodyOf(
  request: FastifyRequest,
  multipart: Multipart | null,
  { bareList }: Route['endpoint'],
): Record<string, unknown> {
  const query = plainQuery(request.query as Record<string, unknown>);
  const sent = multipart?.fields ?? (request.body as Body | undefined);
  if (!sent) return query;
  const body = partsOf(sent, bareList);
  return Object.keys(query).length === 0 ? body : { ...query, ...body };
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

interface Work {
  readonly input: unknown;
  readonly key: IdempotencyKey | null;
  readonly multipart: Multipart | null;
}

/** Runs the handler; a write runs in one transaction with its idempotency record (security G4). */
async function perform(request: FastifyRequest, reply: FastifyReply, route: Route, options: ServerOptions, work: Work) {
  const { endpoint } = route;
  const { key } = work;
  const actor = actors.get(request) ?? null;
  const closed = new AbortController();
  // a connection closes after each whole answer too
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) closed.abort();
  });
  let effects: (() => void | Promise<void>)[] = [];
  const call = {
    input: work.input,
    upload: work.multipart?.upload ?? null,
    language: actor?.language ?? answerLanguage(request.headers),
    saidLanguage: saidLanguage(request.headers),
    address: request.ip,
    userAgent: (headerOf(request, 'user-agent') ?? '').slice(0, 300),
    log: options.log,
    afterCommit: (effect: () => void | Promise<void>) => effects.push(effect),
    cookies: cookiesOf(headerOf(request, 'cookie')),
    setCookie: (name: string, value: string, maxAge: number) =>
      reply.header(
        'set-cookie',
        `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${options.secureUrl ? '; Secure' : ''}`,
      ),
    setHeader: (name: string, value: string) => reply.header(name, value),
    signal: closed.signal,
    once: async <T>(trx: Call<never>['db'], work: () => Promise<T>): Promise<T> => {
      const { reply: made, replayed } = await once(trx, key, work);
      if (replayed) reply.header('idempotent-replayed', 'true');
      return made;
    },
    raw: { request, reply },
  };
  const on = (db: Call<never>['db']) => ({ ...call, db }) as unknown as Call<never>;
  const run = (db: Call<never>['db']) => route.handle(on(db), actors.get(request) ?? null);
  const { around } = route;
  const guarded = (perform: () => Promise<unknown>) =>
    around ? around(on(options.pool.db), actor, perform) : perform();
  const standing = standingIn(request, endpoint, options);
  const operation =
    actor && isLogged(endpoint) ? { endpoint, userId: actor.userId, address: request.ip, input: work.input } : null;
  // a refusal has no transaction to be part of
  const refused = async (error: unknown): Promise<never> => {
    if (operation) await noteOperation(options.pool.db, options.log, { ...operation, result: refusalOf(error) });
    throw error;
  };
  if (endpoint.effect !== 'write') {
    const read = () => run(options.pool.db);
    const asked = guarded(endpoint.effect === 'manual' ? () => whileStandingOnce(standing, read) : read);
    const result = await asked.catch(refused);
    if (operation) await noteOperation(options.pool.db, options.log, { ...operation, answer: result });
    for (const effect of effects) await effect();
    return checked(endpoint, result);
  }
  let replayed = false;
  const transaction = async (trx: Call<never>['db']) => {
    effects = [];
    // an answer that breaks its contract must roll back the change
    const made = await once(trx, key, async () => {
      const answer = checked(endpoint, await run(trx));
      if (operation) await logOperation(trx, { ...operation, answer });
      return answer;
    });
    replayed = made.replayed;
    return made.reply;
  };
  const write = () =>
    inTransaction(options.pool.db, transaction).catch(async (error: unknown) => {
      if (actor) await countRefusal(options.pool.db, error, { userId: actor.userId, address: request.ip });
      throw error;
    });
  const result = await guarded(() => whileStanding(standing, write)).catch(refused);
  if (!replayed) options.onWritten?.(endpoint);
  if (replayed) reply.header('idempotent-replayed', 'true');
  else for (const effect of effects) await attempt(effect, options.log);
  // checked in its transaction, unless something was added around it
  return around ? checked(endpoint, result) : result;
}

const standingIn = (request: FastifyRequest, endpoint: Route['endpoint'], options: ServerOptions): StandingOptions => ({
  db: options.pool.db,
  actor: () => actors.get(request) ?? null,
  standingOf: options.standingOf,
  renew: async () => {
    const actor = await options.authenticate(request);
    requirePermission(request, endpoint, actor, options);
    actors.set(request, actor);
  },
});

/** The code that is logged of a failure. */
const refusalOf = (error: unknown): string => (error instanceof AppError ? error.code : 'http.internal');

/** The change is committed: a failing effect must not report to the caller that it is not (security G4). */
async function attempt(effect: () => void | Promise<void>, log: Log): Promise<void> {
  try {
    await effect();
  } catch (error) {
    log.error({ err: error }, 'an effect after the commit failed');
  }
}

function cookiesOf(header: string | undefined): Record<string, string> {
  const cookies = Object.create(null) as Record<string, string>;
  for (const part of (header ?? '').slice(0, 8192).split(';')) {
    const [name = '', value = ''] = part.trim().split('=', 2);
    if (name !== '' && !Object.hasOwn(cookies, name)) cookies[name] = value;
  }
  return cookies;
}

const isFile = (result: unknown): result is FileAnswer =>
  typeof result === 'object' && result !== null && 'content' in result && 'disposition' in result;

/** What the contract says of the answer, and nothing else. */
const checked = (endpoint: Route['endpoint'], result: unknown): unknown =>
  endpoint.answer === 'stream' || isFile(result) ? result : endpoint.output.parse(result);

async function send(reply: FastifyReply, route: Route, result: unknown) {
  const { endpoint } = route;
  if (endpoint.answer === 'stream') return reply.hijack();
  if (isFile(result)) {
    reply.type(result.contentType).header('content-disposition', result.disposition);
    reply.header('access-control-expose-headers', 'Content-Disposition');
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', "sandbox; default-src 'none'");
    }
    if (result.size !== undefined) reply.header('content-length', result.size);
    return reply.send(result.content);
  }
  const body = endpoint.answer === 'top' ? { code: 0, ...(result as object) } : { code: 0, data: result };
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}
