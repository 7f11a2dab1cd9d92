import { readdirSync, readFileSync } from 'node:fs'
export const sites = { a: 'http://localhost:21101', b: 'http://localhost:21102', c: 'http://localhost:21103' }
let n = 0
export const run = Math.random().toString(36).slice(2, 8)
export const mailAddr = () => `p${run}${n++}@example.com`
export type R = { status: number; body: any; headers: Headers; cookies: string[]; text: string }
export async function call(base: string, method: string, path: string, o: { body?: any; raw?: string; headers?: Record<string,string>; cookie?: string; bearer?: string; same?: boolean } = {}): Promise<R> {
  const headers: Record<string,string> = { ...(o.same === false ? {} : { origin: base, 'sec-fetch-site': 'same-origin' }), ...(o.body !== undefined || o.raw !== undefined ? { 'content-type': 'application/json' } : {}), ...(o.cookie ? { cookie: o.cookie } : {}), ...(o.bearer ? { authorization: `Bearer ${o.bearer}` } : {}), ...o.headers }
  for (const k in headers) if (headers[k] === '') delete headers[k]
  const r = await fetch(base + path, { method, headers, body: o.raw ?? (o.body !== undefined ? JSON.stringify(o.body) : undefined), redirect: 'manual' })
  const text = await r.text()
  let body: any = text; try { body = JSON.parse(text) } catch {}
  return { status: r.status, body, headers: r.headers, cookies: r.headers.getSetCookie(), text }
}
export const cookieOf = (r: R) => r.cookies.map(c => c.split(';')[0]).filter(c => !c!.endsWith('=')).join('; ')
let fails = 0
export function ok(name: string, cond: any, detail?: any) { if (cond) console.log('ok  ', name); else { fails++; console.log('FAIL', name, detail === undefined ? '' : JSON.stringify(detail)?.slice(0, 700)) } }
export function eq(name: string, a: any, b: any) { ok(name, Bun.deepEquals(a, b), { got: a, want: b }) }
export const outbox = (site: string) => readdirSync(`/tmp/authw/${site}/db/outbox`).sort().map(f => readFileSync(`/tmp/authw/${site}/db/outbox/${f}`, 'utf8'))
export async function mailsTo(site: string, to: string, count = 1): Promise<string[]> {
  for (let i = 0; i < 100; i++) { let all: string[] = []; try { all = outbox(site).filter(m => m.includes(to)) } catch {} ; if (all.length >= count) return all; await Bun.sleep(50) }
  try { return outbox(site).filter(m => m.includes(to)) } catch { return [] }
}
export const linkIn = (mail: string) => /https?:\/\/\S+/g.exec(mail.replace(/=\r?\n/g, '').replace(/=3D/g, '='))?.[0] ?? ''
export async function signUp(base: string, email = mailAddr(), password = 'secret1', extra: any = {}) {
  const r = await call(base, 'POST', '/api/auth/sign-up', { body: { email, password, firstName: 'Ann', lastName: 'Lee', ...extra } })
  return { r, email, password, cookie: cookieOf(r), id: r.body?.user?.id as string }
}
