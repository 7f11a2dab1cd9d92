import { afterEach, describe, expect, test } from 'bun:test'
import { isPublicAddress } from '#server/ip-network.ts'
import { makePublicFetch, mostAnswerBytes } from './public-fetch.ts'

const servers: Bun.Server<undefined>[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(true)
})

function serve(answer: (request: Request) => Response | Promise<Response>) {
  const requests: { host: string | null; path: string; body: string }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname: path } = new URL(request.url)
      requests.push({ host: request.headers.get('host'), path, body: await request.text() })
      return answer(request)
    },
  })
  servers.push(server)
  return { port: server.port, requests }
}

/** A name server of its own. */
function names(entries: Record<string, string[]>) {
  const lookups: string[] = []
  const resolve = async (name: string) => {
    lookups.push(name)
    return entries[name] ?? []
  }
  return { lookups, resolve }
}

const refusal = 'is on a private network, which this site does not send to.'

describe('a private address', () => {
  const spellings = [
    '127.0.0.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '127.1',
    '127。0。0。1',
    '0.0.0.0',
    '0',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[2001:db8::1]',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '168.63.129.16',
    '172.31.255.255',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
  ]

  test('is refused in every spelling, before the name server is asked', async () => {
    const { lookups, resolve } = names({})
    const { check, send } = makePublicFetch({ allowPrivate: false, resolve })
    for (const host of spellings) {
      await expect(check(`https://${host}/hook`)).rejects.toThrow(refusal)
      await expect(send(`https://${host}/hook`, { method: 'POST' })).rejects.toThrow(refusal)
    }
    expect(lookups).toEqual([])
  })

  test('is refused behind a name, also beside public addresses', async () => {
    const { port, requests } = serve(() => new Response('secret'))
    const { resolve } = names({
      'loopback.example': ['127.0.0.1'],
      'six.example': ['::1'],
      'mapped.example': ['::ffff:10.0.0.1'],
      'both.example': ['8.8.8.8', '192.168.1.1'],
      'zone.example': ['fe80::1%eth0'],
    })
    const { send } = makePublicFetch({ allowPrivate: false, resolve })
    for (const name of ['loopback', 'six', 'mapped', 'both', 'zone'])
      await expect(send(`https://${name}.example:${port}/`, { method: 'GET' })).rejects.toThrow(refusal)
    expect(requests).toEqual([])
  })

  test('is refused behind a name that the system resolves', async () => {
    const { check } = makePublicFetch({ allowPrivate: false })
    for (const name of ['localhost', 'LOCALHOST'])
      await expect(check(`https://${name}/`)).rejects.toThrow(refusal)
  })
})

test('public addresses are told apart at the borders of each network', () => {
  const cases: [string, boolean][] = [
    ['9.255.255.255', true],
    ['11.0.0.0', true],
    ['100.63.255.255', true],
    ['100.128.0.0', true],
    ['172.15.255.255', true],
    ['172.32.0.0', true],
    ['223.255.255.255', true],
    ['168.63.129.17', true],
    ['2606:4700:4700::1111', true],
    ['::ffff:8.8.8.8', true],
    ['64:ff9b::8.8.8.8', true],
    ['100.127.255.255', false],
    ['4000::1', false],
    ['1fff::1', false],
    ['not an address', false],
  ]
  for (const [address, isPublic] of cases)
    expect([address, isPublicAddress(address)]).toEqual([address, isPublic])
})

test('an address that is no public https: URL is refused with what to enter', async () => {
  const { resolve } = names({ 'hooks.example': ['8.8.8.8'] })
  const { check } = makePublicFetch({ allowPrivate: false, resolve })
  for (const url of [
    'http://hooks.example/',
    'ftp://hooks.example/',
    'hooks.example',
    '',
    'file:///etc/passwd',
  ])
    await expect(check(url)).rejects.toThrow('Enter an address that starts with https://.')
  await expect(check('https://me:secret@hooks.example/')).rejects.toThrow('without a user name and password')
  await expect(check('https://unknown.example/')).rejects.toThrow('unknown.example was not found.')
  await check('https://hooks.example/')
})

describe('a request', () => {
  test('connects to the very address that was checked, and asks for the name once', async () => {
    const { port, requests } = serve(() => new Response('thanks', { status: 202 }))
    const { lookups, resolve } = names({ 'rebind.example': ['127.0.0.1'] })
    const rebinding = (name: string) =>
      lookups.length === 0 ? resolve(name) : Promise.resolve(['127.0.0.2'])
    const { send } = makePublicFetch({ allowPrivate: true, resolve: rebinding })
    const url = `http://rebind.example:${port}/hook`
    expect(await send(url, { method: 'POST', body: 'hello' })).toMatchObject({ status: 202, text: 'thanks' })
    expect(lookups).toEqual(['rebind.example'])
    expect(requests).toEqual([{ host: `rebind.example:${port}`, path: '/hook', body: 'hello' }])
  })

  test('does not follow a redirect', async () => {
    const secret = serve(() => new Response('secret'))
    const { port } = serve(() => Response.redirect(`http://127.0.0.1:${secret.port}/`, 307))
    const { send } = makePublicFetch({ allowPrivate: true })
    expect(await send(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' })).toMatchObject({
      status: 307,
    })
    expect(secret.requests).toEqual([])
  })

  test('reads the start of an endless answer and lets go of it', async () => {
    const { promise: cancellation, resolve } = Promise.withResolvers<void>()
    const endless = () =>
      new ReadableStream({
        pull: controller => controller.enqueue(new Uint8Array(1000).fill(97)),
        cancel: () => resolve(),
      })
    const { port } = serve(() => new Response(endless()))
    const { send } = makePublicFetch({ allowPrivate: true })
    const { text } = await send(`http://127.0.0.1:${port}/`, { method: 'GET' })
    expect(text).toBe('a'.repeat(mostAnswerBytes))
    await cancellation
  })

  test('ends at its timeout, while connecting to a name and while reading the answer', async () => {
    const silent = serve(() => new Response(new ReadableStream({ start: each => each.enqueue('begun') })))
    const { send } = makePublicFetch({ allowPrivate: true })
    const slow = makePublicFetch({ allowPrivate: true, resolve: () => new Promise(() => {}) })
    const request = { method: 'GET' as const, timeout: 50 }
    await expect(slow.send('http://hooks.example/', request)).rejects.toThrow('timed out')
    await expect(send(`http://127.0.0.1:${silent.port}/`, request)).rejects.toThrow('timed out')
  })

  test('ends when its caller stops', async () => {
    const stop = new AbortController()
    const { port } = serve(() => {
      stop.abort(new Error('the server stops'))
      return new Promise<Response>(() => {})
    })
    const { send } = makePublicFetch({ allowPrivate: true })
    const request = { method: 'GET' as const, signal: stop.signal }
    await expect(send(`http://127.0.0.1:${port}/`, request)).rejects.toThrow('the server stops')
  })
})
