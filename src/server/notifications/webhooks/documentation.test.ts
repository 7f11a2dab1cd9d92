import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '#contract/ids.ts'
import { webhookEvent } from '#contract/notifications/webhooks.ts'
import { makeKeys } from '#server/keys.ts'
import { secretText, signedHeaders } from './webhooks.rules.ts'

const page = readFileSync(join(import.meta.dir, '../../../../docs/webhooks.md'), 'utf8')

test('the example in docs/webhooks.md verifies a signature, and refuses forged and old ones', async () => {
  const [code, another] = [...page.matchAll(/```js\n(.*?)```/gs)].map(block => block[1] ?? '')
  expect(another).toBeUndefined()
  const directory = mkdtempSync(join(tmpdir(), 'reelstake-webhook-'))
  try {
    const path = join(directory, 'verify.mjs')
    writeFileSync(path, code ?? '')
    const { isFromReelstake } = await import(path)
    const keys = await makeKeys()
    const hook = { id: newId<'webhook'>(), secret_version: 2, secret_changed_at: Date.now() }
    const delivery = { id: newId<'webhook-delivery'>(), body: '{"type":"test"}' }
    const headers = signedHeaders(keys, hook, delivery, Date.now())
    const secret = secretText(keys, hook)
    const before = secretText(keys, { ...hook, secret_version: 1 })
    expect(isFromReelstake(headers, delivery.body, secret)).toBe(true)
    expect(isFromReelstake(headers, delivery.body, before)).toBe(true)
    expect(isFromReelstake(headers, `${delivery.body} `, secret)).toBe(false)
    expect(isFromReelstake({}, delivery.body, secret)).toBe(false)
    expect(isFromReelstake(headers, delivery.body, secretText(await makeKeys(), hook))).toBe(false)
    const old = signedHeaders(keys, hook, delivery, Date.now() - 301_000)
    expect(isFromReelstake(old, delivery.body, secret)).toBe(false)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})

test('docs/webhooks.md has every event', () => {
  for (const event of webhookEvent.enum as string[]) expect(page).toContain(`\`${event}\``)
})
