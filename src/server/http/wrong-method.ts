import type { Hono, MiddlewareHandler } from 'hono'
import type { AppEnv } from './context.ts'
import { ApiError } from './errors.ts'

/** RFC 9110, 15.5.6: a 405 lists the allowed methods. */
export const wrongMethod = (methods: readonly string[]) =>
  new ApiError('method_not_allowed', `Use ${methods.join(', ')} here.`, {
    headers: { Allow: methods.join(', ') },
  })

/** Refuses other methods. Mount it for all methods, after GET. */
export function onlyRead(): never {
  throw wrongMethod(['GET', 'HEAD'])
}

/**
 * 405 for literal paths that a parameter route would match; `hono/method-not-allowed` handles others. @param base mount
 * path
 */
export function literalPathMethods(app: Hono<AppEnv>, base: string): MiddlewareHandler<AppEnv> {
  let methodsByPath: Map<string, string[]> | undefined
  return async (c, next) => {
    methodsByPath ??= methodsByAddress(app, base)
    const methods = methodsByPath.get(c.req.path)
    if (methods && c.req.method !== 'OPTIONS' && !methods.includes(c.req.method)) throw wrongMethod(methods)
    await next()
  }
}

function methodsByAddress(app: Hono<AppEnv>, base: string): Map<string, string[]> {
  const byPath = new Map<string, Set<string>>()
  for (const { method, path } of app.routes) {
    if (method === 'ALL' || /[:*]/.test(path)) continue
    const methods = byPath.get(base + path) ?? new Set()
    for (const each of method === 'GET' ? ['GET', 'HEAD'] : [method]) methods.add(each)
    byPath.set(base + path, methods)
  }
  return new Map([...byPath].map(([address, methods]) => [address, [...methods]]))
}
