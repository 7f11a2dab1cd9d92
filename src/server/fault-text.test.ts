import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testRoot } from '../../tests/support/test-root.ts'
import { UncertainCommitError } from './db/connection.ts'
import { LockTimeout } from './db/locks.ts'
import { faultText } from './fault-text.ts'

const errorWith = (message: string, code: string, more = {}) =>
  Object.assign(new Error(message), { code, ...more })

test('a refusal of the disk or the system is one line that says what to do', () => {
  const path = join(testRoot(), 'file')
  writeFileSync(path, '')
  const makeError = () => {
    try {
      mkdirSync(join(path, 'db'))
    } catch (error) {
      return error
    }
  }
  expect(faultText(makeError())).toBe(
    `ENOTDIR: not a directory, mkdir '${path}/db'. There is a file where a folder is expected. Check DATA_DIR, and the names that you gave.`,
  )
  expect(
    faultText(errorWith("EACCES: permission denied, scandir '/data'", 'EACCES', { syscall: 'scandir' })),
  ).toBe(
    "EACCES: permission denied, scandir '/data'. Run this as the user that owns it, or give it to this user (chown).",
  )
  for (const code of ['SQLITE_CANTOPEN', 'SQLITE_READONLY_DIRECTORY'])
    expect(faultText(errorWith('unable to open database file', code))).toBe(
      'The database in DATA_DIR: unable to open database file. Run this as the user that owns it, or give it to this user (chown).',
    )
  expect(faultText(errorWith('database or disk is full', 'SQLITE_FULL'))).toBe(
    'The disk is full (database or disk is full). Free some space (df shows how much there is), and try again.',
  )
  expect(faultText(errorWith('disk I/O error', 'SQLITE_IOERR_READ'))).toContain('Check the disk')
})

test('a wait for a lock that was in vain is one line', () => {
  expect(faultText(new LockTimeout('writer'))).toBe(
    'The lock writer was not free in time: its holder is slow, or stands still.',
  )
})

test('a connection that breaks is one line, whichever side it led to', () => {
  const steps =
    'The other side, or the network, ended the connection. If it happens often, see the log of that side.'
  for (const [syscall, code] of [
    ['read', 'ECONNRESET'],
    ['write', 'EPIPE'],
  ] as const)
    expect(faultText(errorWith(`${syscall} ${code}`, code, { syscall }))).toBe(`${syscall} ${code}. ${steps}`)
  expect(faultText(new UncertainCommitError({ cause: new Error('x') }))).toBe(
    'The connection to the database broke during a commit. It may have been saved.',
  )
})

test('a bug has none', () => {
  expect([faultText(new TypeError('x is undefined')), faultText('text')]).toEqual([null, null])
})
