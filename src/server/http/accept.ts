import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './context.ts'
import { ApiError } from './errors.ts'
import { weightsOf } from './weights.ts'

/** RFC 9110, 12.5.1: the most specific range decides; `q=0` means no. @param type without parameters */
function accepts(header: string | undefined, type: string): boolean {
  if (header === undefined || header.trim() === '') return true
  const [family] = type.split('/')
  const ranges = [type, `${family}/*`, '*/*']
  const weights = weightsOf(header)
  const range = ranges.find(candidate => weights.has(candidate))
  return range !== undefined && weights.get(range) !== 0
}

const json = 'application/json'

const refuse = (type: string): never => {
  throw new ApiError('not_acceptable', `This is served as ${type} only.`)
}

const typeOf = (response: Response) => response.headers.get('content-type')?.split(';')[0]?.trim()

/** RFC 9110, 15.5.7. Refuses writes before their effect, reads by response type. */
export const acceptable: MiddlewareHandler<AppEnv> = async (c, next) => {
  const header = c.req.header('accept')
  if (header === undefined || header === '*/*') return next()
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!isRead && c.req.method !== 'OPTIONS' && !accepts(header, json)) refuse(json)
  await next()
  const type = typeOf(c.res)
  if (!isRead || c.res.status !== 200 || type === undefined || accepts(header, type)) return
  await c.res.body?.cancel()
  // Prevents Hono from copying headers such as ETag.
  c.res = undefined
  refuse(type)
}
