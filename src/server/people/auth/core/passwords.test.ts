import { describe, expect, spyOn, test } from 'bun:test'
import { limits } from '#contract/limits.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

describe('verifyPassword', () => {
  test('refuses a wrong password, an empty one, and any password without a hash', async () => {
    const { password_hash: hash } = await hashPassword('correct horse')
    expect(await verifyPassword('wrong', hash)).toBe(false)
    expect(await verifyPassword('', hash)).toBe(false)
    expect(await verifyPassword('correct horse', null)).toBe(false)
    expect(await verifyPassword('correct horse', hash)).toBe(true)
  })

  test('verifies a hash, but normalises nothing, for a password over the maximum', async () => {
    const { password_hash: hash } = await hashPassword('a'.repeat(limits.passwordMax))
    using verify = spyOn(Bun.password, 'verify')
    using normalize = spyOn(String.prototype, 'normalize')
    for (const hashOrNull of [hash, null])
      expect(await verifyPassword('a'.repeat(limits.passwordMax + 1), hashOrNull)).toBe(false)
    expect(verify).toHaveBeenCalledTimes(2)
    expect(normalize).not.toHaveBeenCalled()
    expect(await verifyPassword('a'.repeat(limits.passwordMax), hash)).toBe(true)
  })
})

test('a hash costs 64 MiB and two passes', async () => {
  using hash = spyOn(Bun.password, 'hash')
  await hashPassword('correct horse')
  expect(hash).toHaveBeenCalledWith('correct horse', {
    algorithm: 'argon2id',
    memoryCost: 65_536,
    timeCost: 2,
  })
})
