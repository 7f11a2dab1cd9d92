import { describe, expect, test } from 'bun:test'
import { makeLog } from './log.ts'
import { S3Error } from './storage/s3/s3-client.ts'

describe('the log', () => {
  test('does not throw when it cannot be written', () => {
    for (const code of ['EPIPE', 'ENOSPC', 'EIO', 'EAGAIN', 'EBADF']) {
      const log = makeLog('debug', () => {
        throw Object.assign(new Error(code), { code })
      })
      expect(() => log.error('the disk is full', {}, new Error('no'))).not.toThrow()
      expect(() => log.with({ request: '1' }).info('hello')).not.toThrow()
    }
  })

  test('writes equal warnings and errors at most a hundred times a minute, and others without this limit', () => {
    const lines: string[] = []
    const log = makeLog('debug', line => void lines.push(line), false)
    for (let n = 0; n < 250_000; n += 1) log.with({ request: `${n}` }).error('a job could not be kept')
    log.error('another')
    log.warn('a job could not be kept')
    for (let n = 0; n < 200; n += 1) log.info('mail written')
    expect(lines).toHaveLength(100 + 2 + 200)
  })

  test('does not end a process whose standard error is closed', async () => {
    const code = `
      const { makeLog } = await import(${JSON.stringify(`${import.meta.dir}/log.ts`)})
      const log = makeLog('debug')
      await Bun.stdin.text()
      for (let n = 0; n < 1000; n += 1) log.error('line ' + n)
      console.log('still there')
    `
    const child = Bun.spawn([process.execPath, '-e', code], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    await child.stderr.cancel()
    await child.stdin.end()
    expect(await new Response(child.stdout).text()).toBe('still there\n')
    expect(await child.exited).toBe(0)
    const fullDiskChild = Bun.spawn(['sh', '-c', 'exec "$0" -e "$1" 2>/dev/full', process.execPath, code], {
      stdout: 'pipe',
    })
    expect(await new Response(fullDiskChild.stdout).text()).toBe('still there\n')
  })
})

test('an error whose cause the operator can mend is one line; a bug has its stack', () => {
  const lines: string[] = []
  const log = makeLog('debug', line => void lines.push(line), false)
  const errors = [
    Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }),
    new S3Error("s3://marina can't be used: NoSuchBucket. Create the bucket."),
    new TypeError('x is undefined'),
    Object.assign(new Error('no such column: x'), { code: 'SQLITE_ERROR' }),
  ]
  for (const error of errors) log.error('request failed', {}, error)
  expect(lines.map(line => JSON.parse(line).error)).toEqual([
    'The disk is full (database or disk is full). Free some space (df shows how much there is), and try again.',
    "s3://marina can't be used: NoSuchBucket. Create the bucket.",
    errors[2]?.stack,
    errors[3]?.stack,
  ])
})

test('the log hides what opens something, in paths, addresses and errors', () => {
  const lines: string[] = []
  const log = makeLog('debug', line => void lines.push(line), false)
  const secret = 'c2VjcmV0LXRva2Vu'
  log.warn('request', { path: `/invitation/${secret}` })
  log.warn('request', { path: `/api/staff-invitations/${secret}/accept` })
  log.warn('request', { path: `/unsubscribe/${secret}` })
  for (const path of ['/owner', '/api/owner-link']) log.warn('request', { path: `${path}/${secret}` })
  log.error(
    'failed',
    { url: `https://a.example/reset?type=recovery&token_hash=${secret}&x=1` },
    new Error(`GET /files/a?token=${secret} broke`),
  )
  log.info('request', { path: `/tournament/1?pass=${secret}` })
  expect(lines.join()).not.toContain(secret)
  expect(lines.join()).toContain('/api/staff-invitations/[hidden]/accept')
  expect(lines.join()).toContain('token_hash=[hidden]&x=1')
})
