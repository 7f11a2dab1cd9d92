import { expect, setDefaultTimeout, test } from 'bun:test'
import type { DataExport } from '#contract/site/data-exports.ts'
import { joinAs, startServer } from '../../../../tests/support/server.ts'
import { unzip } from '../../../../tests/support/unzip.ts'

setDefaultTimeout(120_000)

test('a download goes on where it was cut off', async () => {
  await using server = await startServer()
  const headers = await joinAs(server.origin)
  const read = async (method = 'GET'): Promise<DataExport> =>
    (await fetch(`${server.origin}/api/data-export`, { method, headers })).json()
  await read('POST')
  let answer = await read()
  while (answer.state === 'waiting') answer = await read()
  const { file } = answer
  if (file === null) throw new Error(`no file: ${answer.state}`)
  const part = async (range: string) => {
    const response = await fetch(server.origin + file.url, { headers: { ...headers, range } })
    return {
      status: response.status,
      range: response.headers.get('content-range'),
      bytes: await response.bytes(),
    }
  }
  const first = await part('bytes=0-99')
  expect([first.status, first.range]).toEqual([206, `bytes 0-99/${file.bytes}`])
  const rest = await part('bytes=100-')
  expect(rest.status).toBe(206)
  const whole = Buffer.concat([first.bytes, rest.bytes])
  expect([...unzip(whole).keys()]).toEqual(['README.txt', 'data.json'])
})
