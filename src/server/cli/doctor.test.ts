import { describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '#contract/ids.ts'
import { banner } from '#server/banner.ts'
import { inTransaction } from '#server/db/connection.ts'
import { parseEnv } from '#server/env.ts'
import { makeOwnerToken } from '#server/features/site-roles/index.ts'
import { makeTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addFunding, addSigned } from '../../../tests/support/factories.ts'
import { admin } from './test-support.ts'

const live = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const sound = {
  SMTP_URL: 'smtp://mail:25',
  PUBLIC_URL: 'https://marina.example',
  RATE_LIMIT: 'on',
  SITE_GATE: 'on',
  SITE_PASSWORD: 'a long password',
  DATA_DIR: '/tmp',
}

interface Answer {
  risks: number
  checks: { id: string; state: string; text: string }[]
}

async function doctor(app: TestApp) {
  const { code, out } = await admin(app, 'doctor', '--json')
  const { checks }: Answer = JSON.parse(out[0] ?? '')
  return { code, risks: checks.filter(({ state }) => state === 'risk').map(({ id }) => id), checks }
}

/** An owner, and a test mail. */
async function makeSoundApp(env: Record<string, string> = {}) {
  const app = await makeTestApp({ ...sound, ...env })
  const { id } = await addSigned(app.db)
  await admin(app, 'grant', `${id}@example.com`, 'owner')
  await app.db
    .insertInto('audit_log')
    .values({
      id: newId<'audit'>(),
      actor_id: id,
      kind: 'mail-tested',
      subject_kind: 'site',
      subject_id: 'mail',
      detail: 'mail:25',
      address: '::1',
      created_at: 1,
    })
    .execute()
  return app
}

describe('bun run admin doctor', () => {
  test('exits with 0 without risks, and with 2 for other arguments', async () => {
    const app = await makeSoundApp()
    expect(await doctor(app)).toMatchObject({ code: 0, risks: [] })
    expect((await admin(app, 'doctor', 'x')).code).toBe(2)
    expect((await admin(app, 'doctor')).out.join('\n')).toContain(
      'ok    Mail: Tested on 1970-01-01, by mail:25.',
    )
  })

  const settings: [risks: string[], env: Record<string, string>][] = [
    [['address'], { PUBLIC_URL: '' }],
    [['address', 'backups'], { ...live, PUBLIC_URL: 'http://marina.example', SITE_GATE: 'off' }],
    [['mail', 'autoconfirm', 'backups'], { ...live, SMTP_URL: '' }],
    [['autoconfirm', 'backups'], { ...live, AUTH_AUTOCONFIRM: 'on' }],
    [['gate'], { SITE_PASSWORD: 'marlin' }],
    [['throttles'], { RATE_LIMIT: 'off' }],
    [['misspelt-SITE_PASWORD'], { SITE_PASWORD: 'x' }],
    [['misspelt-PUBLIC_ULR'], { PUBLIC_ULR: 'x' }],
    [['misspelt-smtp_url'], { smtp_url: 'x' }],
    [['mail'], { SMTP_URL: 'smtp://other:25' }],
    [['organisers', 'backups'], { ...live, ORGANISERS: 'anyone' }],
    [['disk'], { MIN_FREE_MB: '100000000' }],
  ]
  test.each(settings)('finds %p', async (risks, env) => {
    const app = await makeSoundApp(env)
    await app.db
      .insertInto('webhook_events')
      .values({ id: 'evt_1', type: 'x', received_at: Date.now() })
      .execute()
    expect(await doctor(app)).toMatchObject({ code: 1, risks })
  })

  test('names of other programs are not misspelt', () => {
    const others = { HOME: '/root', HTTP_URL: 'x', HOSTNAME: 'x', PATH: '/bin', LOGNAME: 'x', PORTS: '1' }
    expect(parseEnv(others, '/srv').misspelt).toEqual([])
  })

  test('finds a missing owner, webhook and test mail, failed jobs and failed refunds', async () => {
    const app = await makeTestApp({ ...sound, ...live })
    expect((await doctor(app)).risks).toEqual(['owner', 'mail', 'payments', 'backups'])
    const other = await makeSoundApp()
    const funding = await addFunding(other.db)
    await other.db.updateTable('fundings').set({ refund_failed_at: 1 }).where('id', '=', funding).execute()
    await other.db
      .insertInto('jobs')
      .values({ id: newId<'job'>(), kind: 'x', subject: 'y', state: 'failed', due_at: 1, created_at: 1 })
      .execute()
    expect((await doctor(other)).risks).toEqual(['jobs', 'money'])
  })

  test('finds a missing, an old and an unproven backup', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-doctor-'))
    mkdirSync(join(dataDir, 'db'))
    const place = join(dataDir, 'backups')
    const app = await makeSoundApp({ DATA_DIR: dataDir, BACKUP_TO: place })
    const now = Date.now()
    const of = (days: number) => ({ at: now - days * 86_400_000, name: 'x' })
    const backupsOf = async (state: object) => {
      writeFileSync(join(dataDir, 'db', 'backups.json'), JSON.stringify({ place, ...state }))
      return (await doctor(app)).risks
    }
    expect(await backupsOf({})).toEqual(['backups'])
    expect(await backupsOf({ lastSuccess: of(3), lastProven: of(1) })).toEqual(['backups'])
    expect(await backupsOf({ lastSuccess: of(0), lastProven: of(20) })).toEqual(['backups'])
    expect(await backupsOf({ lastSuccess: of(0), lastProven: of(1) })).toEqual([])
    rmSync(dataDir, { recursive: true })
  })

  test('shows no secret', async () => {
    const app = await makeSoundApp({ SMTP_URL: 'smtp://me:hunter2@mail:25', SITE_PASSWORD: 'seven77' })
    const { out } = await admin(app, 'doctor')
    expect(out.join('\n')).not.toMatch(/hunter2|seven77/)
  })
})

test('the banner names each risk in one line', () => {
  const text = banner(parseEnv({ ...live, SITE_PASSWORD: 'short', SITE_PASWORD: 'x' }, '/srv'), 3000, null)
  expect(text.split('\n').filter(line => line.startsWith('  Risk '))).toEqual([
    '  Risk        Cards are charged, but mail is written to files: backers get no receipts. Set SMTP_URL.',
    '  Risk        PUBLIC_URL is not set: links in mails lead to http://localhost:3000. Set it to the site’s address.',
    '  Risk        SITE_PASSWORD is shorter than 8 characters. Choose a longer one.',
    '  Risk        Cards are charged, but AUTH_AUTOCONFIRM is on: people can sign up with addresses of others. Turn it off.',
    '  Risk        SITE_PASWORD is not known. Did you mean SITE_PASSWORD?',
  ])
})

test('the owner link’s token is stored as a hash', async () => {
  const app = await makeTestApp()
  const token = await inTransaction(app.db, trx => makeOwnerToken(trx, 0))
  const { token_hash: stored } = await app.db.selectFrom('owner_links').selectAll().executeTakeFirstOrThrow()
  expect(stored).not.toContain(token)
})
