import { expect, test } from 'bun:test'
import { createGunzip, gunzipSync } from 'node:zlib'
import { Suspense, use } from 'react'
import { makeProviders, makeQueryClient } from '#client/lib/query.tsx'
import { leaderboardTotalsQuery } from '#client/tournaments/api/leaderboard.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { bodyOf, type Html, renderHtml } from './html.ts'

const boats = Array.from({ length: 2000 }, (_, n) => `Boat ${n}`)
const page = (
  <ul>
    {boats.map(name => (
      <li key={name}>{name}</li>
    ))}
  </ul>
)

function Late({ text }: { text: Promise<string> }) {
  return <p>{use(text)}</p>
}

const shellAnd = (text: Promise<string>) => (
  <main>
    <Suspense fallback="shell">
      <Late text={text} />
    </Suspense>
  </main>
)

function Noted({ name, in: names }: { name: string; in: string[] }) {
  names.push(name)
  return null
}

function Broken(): never {
  throw new Error('broken')
}

test('a page that is complete is one body', async () => {
  const html = await renderHtml(page)
  expect(bodyOf(html, false)).toBe(`<ul>${boats.map(name => `<li>${name}</li>`).join('')}</ul>`)
  const body = bodyOf(html, true)
  expect(body).toBeInstanceOf(Uint8Array)
  if (body instanceof Uint8Array) expect(gunzipSync(body).toString()).toBe(html.first)
})

test('a fallback is rendered only while its data is awaited', async () => {
  const names: string[] = []
  const query = leaderboardTotalsQuery()
  const client = makeQueryClient(() => Promise.resolve({}))
  const Providers = makeProviders(client)
  const show = (name: string) =>
    renderHtml(
      <Providers>
        <main>
          <Data query={query} transfer={false} fallback={<Noted name={name} in={names} />} failed={null}>
            {() => page}
          </Data>
        </main>
      </Providers>,
    )
  await show('awaited')
  expect(client.getQueryState(query.queryKey)?.status).toBe('success')
  await show('complete')
  expect(names).toEqual(['awaited'])
})

function streamOf(html: Html, gzip: boolean): ReadableStream<Uint8Array> {
  const body = bodyOf(html, gzip)
  if (!(body instanceof ReadableStream)) throw new Error('the page was complete')
  return body
}

test.each([true, false])('the shell does not wait for late data, gzip: %p', async gzip => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const reader = streamOf(await renderHtml(shellAnd(promise)), gzip).getReader()
  const gunzip = createGunzip()
  let text = ''
  gunzip.on('data', (data: Buffer) => {
    text += data.toString()
  })
  const read = async () => {
    const { done, value } = await reader.read()
    if (value && gzip) await new Promise<void>(onWrite => gunzip.write(value, () => onWrite()))
    else if (value) text += new TextDecoder().decode(value)
    return done
  }
  while (!text.includes('shell')) await read()
  resolve('data')
  while (!(await read()));
  expect(text).toContain('<p>data</p>')
})

test('data that comes soon is part of the document, without a fallback before it', async () => {
  // A turn of the event loop, not a time: a slow machine isn't late.
  const html = await renderHtml(shellAnd(new Promise(resolve => setImmediate(() => resolve('data')))))
  expect(html.rest).toBeNull()
  expect(html.first).toContain('<p>data</p>')
  expect(html.first).not.toContain('shell')
})

test('data that arrive before the rest is read are not lost', async () => {
  const late = Promise.withResolvers<string>()
  const html = await renderHtml(
    <html lang="en">
      <body>{shellAnd(late.promise)}</body>
    </html>,
  )
  late.resolve('data')
  // React renders, writes and ends meanwhile.
  for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve))
  const body = bodyOf(html, false)
  expect(body).toBeInstanceOf(ReadableStream)
  const text = await new Response(body).text()
  expect(text).toContain('data')
  expect(text).toEndWith('</body></html>')
})

test('a shell that fails rejects', async () => {
  await expect(renderHtml(<Broken />, { onError: () => {} })).rejects.toThrow('broken')
})

test('a client that leaves ends the rendering', async () => {
  const errors: unknown[] = []
  const { promise } = Promise.withResolvers<string>()
  const leaving = new AbortController()
  const html = await renderHtml(
    shellAnd(promise),
    { onError: error => void errors.push(error) },
    leaving.signal,
  )
  const reader = streamOf(html, true).getReader()
  await reader.read()
  leaving.abort(new Error('gone'))
  while (!(await reader.read()).done);
  expect(errors).toEqual([new Error('gone')])
})
