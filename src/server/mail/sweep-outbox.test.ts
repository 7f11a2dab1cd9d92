import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from '#server/env.ts'
import { makeLog } from '#server/log.ts'
import { makeMailer, outboxOf } from './mailer.ts'
import { sweepOutbox } from './sweep-outbox.ts'

test('removes old mails from the outbox, and nothing else', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-outbox-'))
  try {
    const now = Date.now()
    expect(await sweepOutbox(dataDir, now)).toBe(0)
    const env = parseEnv({ DATA_DIR: dataDir }, '/nonexistent')
    const mailer = makeMailer(
      env,
      makeLog('error', () => {}, false),
    )
    await mailer.send({ to: 'ann@example.org', subject: 'Hello', text: 'Hello' }, 'mail-1')
    const outbox = outboxOf(dataDir)
    writeFileSync(join(outbox, 'notes.txt'), 'the operator’s')
    const keep = env.keepMailDays * 86_400_000
    expect(await sweepOutbox(dataDir, now + keep - 3_600_000 - keep)).toBe(0)
    expect(readdirSync(outbox).length).toBe(2)
    expect(await sweepOutbox(dataDir, now + keep + 3_600_000 - keep)).toBe(1)
    expect(readdirSync(outbox)).toEqual(['notes.txt'])
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
