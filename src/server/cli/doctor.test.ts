import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '#contract/ids.ts'
import type { Check } from '#contract/site/admin.ts'
import { day } from '#contract/time.ts'
import { banner } from '#server/banner.ts'
import { putBrand } from '#server/branding/index.ts'
import { inTransaction } from '#server/db/connection.ts'
import { parseEnv } from '#server/env.ts'
import { makeOwnerToken } from '#server/people/site-roles/index.ts'
import { makeTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addFunding, addJob, addScene, addSigned } from '../../../tests/support/factories.ts'
import { addRows, changeRows, removeRows } from '../../../tests/support/rows.ts'
import { S3Double } from '../../../tests/support/s3-double.ts'
import { failRefund, moveTournament } from '../../../tests/support/states.ts'
import { admin } from './test-support.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Environment of a site without a risk. */
const live = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SUPPORT_EMAIL: 'help@marina.example',
  BACKUP_TO: '/tmp',
  RESTIC_PATH: 'off',
}
const sound = {
  SMTP_URL: 'smtp://mail:25',
  MAIL_FROM: 'The Marina <no-reply@marina.example>',
  PUBLIC_URL: 'https://marina.example',
  RATE_LIMIT: 'on',
  SITE_GATE: 'on',
  SITE_PASSWORD: 'a long password',
  DATA_DIR: '/tmp',
}

/** Columns of an account with the password that owners need. */
const long = { has_long_password: 1 } as const

interface Answer {
  risks: number
  checks: Check[]
}

async function doctor(app: TestApp) {
  const { code, out } = await admin(app, 'doctor', '--json')
  const { checks }: Answer = JSON.parse(out[0] ?? '')
  return { code, risks: checks.filter(({ state }) => state === 'risk').map(({ id }) => id), checks }
}

const bannerOf = (env: Record<string, string>) =>
  banner(parseEnv(env, '/srv'), 3000, null)
    .split('\n')
    .filter(line => line.startsWith('  Risk '))

/** An owner, a test mail, a webhook and a proven backup. */
async function makeSoundApp(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-doctor-'))
  folders.push(dataDir)
  const place = env.BACKUP_TO ? { BACKUP_TO: join(dataDir, 'backups') } : {}
  const app = await makeTestApp({ ...sound, DATA_DIR: dataDir, ...env, ...place })
  const now = app.deps.now()
  if (env.BACKUP_TO) {
    const last = { at: now, name: 'x' }
    const state = { place: place.BACKUP_TO, lastSuccess: last, lastProven: last }
    mkdirSync(join(dataDir, 'db'))
    mkdirSync(join(dataDir, 'backups'))
    writeFileSync(join(dataDir, 'db', 'backups.json'), JSON.stringify(state))
  }
  await addRows(app.db, 'webhook_events', { id: 'evt_1', type: 'x', received_at: now })
  await addRows(app.db, 'last_webhooks', { mode: 'live', received_at: now })
  const { id } = await addSigned(app.db, long)
  await admin(app, 'grant', `${id}@example.com`, 'owner')
  await addRows(app.db, 'events', {
    id: newId<'audit'>(),
    actor_id: id,
    kind: 'mail-tested',
    subject_kind: 'site',
    subject_id: 'mail',
    detail: 'mail:25 from no-reply@marina.example',
    address: '::1',
    data: '{}',
    created_at: 1,
  })
  return app
}

describe('bun run admin doctor', () => {
  test('exits with 0 without risks, and with 2 for other arguments', async () => {
    const app = await makeSoundApp()
    expect(await doctor(app)).toMatchObject({ code: 0, risks: [] })
    expect((await admin(app, 'doctor', 'x')).code).toBe(2)
    expect((await admin(app, 'doctor')).out.join('\n')).toContain(
      'ok    Mail: Tested on 1970-01-01, by mail:25 from no-reply@marina.example.',
    )
  })

  test('does not say that a process serves when none runs', async () => {
    const { checks } = await doctor(await makeSoundApp())
    expect(checks.find(({ id }) => id === 'processes')?.text).toStartWith(
      'On SQLite one process at a time can serve this site.',
    )
  })

  /** Each with its line in the banner. */
  const settings: [risk: string, line: string, env: Record<string, string>][] = [
    [
      'address',
      'PUBLIC_URL is not set: links in mails lead to http://localhost:3000. Set it to the site’s address.',
      { PUBLIC_URL: '' },
    ],
    [
      'address',
      'Cards are charged, but PUBLIC_URL is not https. Put the site behind TLS.',
      { ...live, PUBLIC_URL: 'http://marina.example' },
    ],
    [
      'mail',
      'Cards are charged, but mail is written to files: backers get no receipts. Set SMTP_URL.',
      { ...live, SMTP_URL: '', AUTH_AUTOCONFIRM: 'off' },
    ],
    ['mail', 'Mail is sent from no-reply@localhost, which ', { MAIL_FROM: '' }],
    ['mail', 'Mail is sent from marlin@dock, which ', { MAIL_FROM: 'Pier 7. <marlin@dock>' }],
    [
      'autoconfirm',
      'Cards are charged, but AUTH_AUTOCONFIRM is on: people can sign up with addresses of others. Turn it off.',
      { ...live, AUTH_AUTOCONFIRM: 'on' },
    ],
    [
      'autoconfirm',
      'Mail is sent, but AUTH_AUTOCONFIRM is on: people can sign up with addresses of others. Turn it off.',
      { AUTH_AUTOCONFIRM: 'on' },
    ],
    [
      'organisers',
      'Cards are charged, and everyone with an account can create tournaments. Set ORGANISERS=approved to decide yourself.',
      { ...live, ORGANISERS: 'anyone' },
    ],
    [
      'backups',
      'Cards are charged, but the server makes no backups. Set BACKUP_TO.',
      { ...live, BACKUP_TO: '' },
    ],
    ['address', 'PUBLIC_URL is not https: ', { PUBLIC_URL: 'http://marina.example' }],
    [
      'private-addresses',
      'ALLOW_PRIVATE_ADDRESSES is on: ',
      { ALLOW_PRIVATE_ADDRESSES: 'on', PUBLIC_URL: 'http://localhost:3000' },
    ],
    [
      'metrics',
      'METRICS_TOKEN is shorter than 16 characters, so it can be guessed.',
      { METRICS_TOKEN: 'x'.repeat(15) },
    ],
    ['time-zone', 'TZ is "Mars/Olympus", which names no time zone: UTC is used.', { TZ: 'Mars/Olympus' }],
    ['gate', 'SITE_PASSWORD is shorter than 8 characters. Choose a longer one.', { SITE_PASSWORD: 'marlin' }],
    [
      'throttles',
      'RATE_LIMIT is off, so passwords can be guessed. It is for tests only.',
      { RATE_LIMIT: 'off' },
    ],
    ...(['SITE_PASWORD', 'PUBLIC_ULR', 'smtp_url'] as const).map((name): (typeof settings)[number] => [
      `misspelt-${name}`,
      `${name} is not known. Did you mean `,
      { [name]: 'x' },
    ]),
  ]
  test.each(settings)('and the banner name the risk %p: %s', async (risk, line, env) => {
    const app = await makeSoundApp(env)
    const { code, risks } = await doctor(app)
    expect({ code, risks }).toEqual({ code: 1, risks: [risk] })
    const lines = bannerOf({ ...sound, ...env })
    expect(lines).toEqual([expect.stringContaining(line)])
  })

  test('and the banner find none in sound settings, with test and with live payments', async () => {
    const names = { METRICS_TOKEN: 'x'.repeat(16), TZ: ':Europe/Lisbon', PUBLIC_URL: 'http://127.0.0.1:3000' }
    for (const env of [{}, live, names]) {
      expect(await doctor(await makeSoundApp(env))).toMatchObject({ code: 0, risks: [] })
      expect(bannerOf({ ...sound, ...env })).toEqual([])
    }
  })

  const states: [risk: string, text: string, env: Record<string, string>, (app: TestApp) => unknown][] = [
    ['video', 'ffmpeg not found: ', { FFMPEG_PATH: 'off' }, () => {}],
    ['owner', 'The site has no owner.', {}, ({ db }) => removeRows(db, 'site_roles')],
    ['mail', 'No test mail has been sent by other:25 from ', { SMTP_URL: 'smtp://other:25' }, () => {}],
    [
      'mail',
      'No test mail has been sent by mail:25 from new@marina.example.',
      { MAIL_FROM: 'new@marina.example' },
      () => {},
    ],
    [
      'payments',
      'The last webhook was refused today: not signed by the provider.',
      live,
      ({ db, deps }) =>
        addRows(db, 'refused_webhooks', {
          mode: 'live',
          refused_at: deps.now() + 1,
          reason: 'not signed by the provider',
        }),
    ],
    ['payments', 'has sent no webhook.', live, ({ db }) => removeRows(db, 'last_webhooks')],
    [
      'payments',
      'Last webhook: 2 days ago. Later events came without one.',
      live,
      ({ db, deps }) => changeRows(db, 'last_webhooks', { received_at: deps.now() - 2 * day - 1 }),
    ],
    [
      'support',
      'Cards are charged, but pages name no address for questions.',
      { ...live, SUPPORT_EMAIL: '' },
      () => {},
    ],
    ['disk', 'Free some space', { MIN_FREE_MB: '100000000' }, () => {}],
    ['jobs', '1 failed.', {}, ({ db }) => addJob(db, { state: 'failed' })],
    ['money', '1 refund failed.', {}, async ({ db }) => failRefund(db, await addFunding(db))],
    [
      'money',
      '1 payment at the provider not in the database.',
      {},
      ({ db }) =>
        addRows(db, 'unknown_payments', {
          intent_id: 'pi_1',
          mode: 'test',
          event_id: 'evt_1',
          event_type: 'x',
          first_seen_at: 1,
          last_seen_at: 1,
        }),
    ],
    [
      'money',
      'still held 30 days after a tournament.',
      {},
      async ({ db, deps }) => {
        const { entry } = await addScene(db)
        await addFunding(db, { entry_id: entry })
        await moveTournament(db, { starts_at: deps.now() - 32 * day, ends_at: deps.now() - 31 * day })
      },
    ],
  ]
  test.each(states)('finds the risk %p: %s', async (risk, text, env, change) => {
    const app = await makeSoundApp(env)
    await change(app)
    const { code, risks, checks } = await doctor(app)
    expect({ code, risks }).toEqual({ code: 1, risks: [risk] })
    expect(checks[0]?.text).toContain(text)
  })

  test('takes the support address of the admin page for SUPPORT_EMAIL', async () => {
    const app = await makeSoundApp({ ...live, SUPPORT_EMAIL: '' })
    await inTransaction(app.db, trx => putBrand(trx, { support_email: 'help@marina.example' }))
    expect(await doctor(app)).toMatchObject({ code: 0, risks: [] })
  })

  test('only notes what is worth knowing', async () => {
    const app = await makeTestApp({ ...sound, SMTP_URL: '', SITE_GATE: 'off' })
    await admin(app, 'grant', `${(await addSigned(app.db, long)).id}@example.com`, 'owner')
    const { code, risks, checks } = await doctor(app)
    expect({ code, risks }).toEqual({ code: 0, risks: [] })
    const notes = checks.filter(({ state }) => state === 'note').map(({ id }) => id)
    expect(new Set(notes)).toEqual(
      new Set(['mail', 'payments', 'gate', 'organisers', 'autoconfirm', 'support', 'terms', 'backups']),
    )
  })

  test('names of other programs are not misspelt', () => {
    const others = { HOME: '/root', HTTP_URL: 'x', HOSTNAME: 'x', PATH: '/bin', LOGNAME: 'x', PORTS: '1' }
    expect(parseEnv(others, '/srv').misspelt).toEqual([])
  })

  test('finds a missing, an old and an unproven backup', async () => {
    const app = await makeSoundApp(live)
    const { dataDir } = app.deps.env
    const place = join(dataDir, 'backups')
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
  })

  test('and the banner name a folder for backups that is missing, and one on the data’s own disk', async () => {
    const app = await makeSoundApp(live)
    const place = join(app.deps.env.dataDir, 'backups')
    const { risks, checks } = await doctor(app)
    expect(risks).toEqual([])
    expect(checks.find(({ id }) => id === 'backups')).toMatchObject({
      state: 'note',
      text: expect.stringContaining('They are on the same disk as the data, and lost with it.'),
    })
    for (const makeFault of [() => rmSync(place, { recursive: true }), () => writeFileSync(place, '')]) {
      makeFault()
      const text = `No backup is made. There is no folder ${place}. Create it, or connect its disk.`
      const report = await doctor(app)
      expect(report.risks).toEqual(['backups'])
      expect(report.checks[0]?.text).toStartWith(text)
      expect(bannerOf({ ...sound, ...live, BACKUP_TO: place })).toEqual([`  Risk        ${text}`])
    }
  })

  test('and the banner name restic where it is turned off, and how to turn it on', async () => {
    const s3 = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b', S3_ENDPOINT: 'http://127.0.0.1:9' }
    const bucket = { ...sound, ...s3, BACKUP_TO: 's3://marina/backups', RESTIC_PATH: 'off' }
    const text = 'No backup is made. Backups at s3://marina/backups need restic.'
    const install = 'Remove RESTIC_PATH=off, which turns restic off.'
    expect(bannerOf(bucket)).toEqual([`  Risk        ${text} ${install}`])
    expect(banner(parseEnv(bucket, '/srv'), 3000, null)).toContain(
      '  Backups     none to s3://marina/backups, see Risk\n',
    )
    const textOf = async (app: TestApp) => (await doctor(app)).checks.find(({ id }) => id === 'backups')
    const withBucket = await makeTestApp(bucket)
    expect(await textOf(withBucket)).toMatchObject({
      state: 'risk',
      text: expect.stringContaining(`${text} ${install}`),
    })
    expect(await textOf(await makeSoundApp(live))).toMatchObject({
      state: 'note',
      text: expect.stringContaining(`the last seven are kept. ${install}`),
    })
    const settings = {
      STORAGE: 's3://marina/files',
      BACKUP_PASSPHRASE: 'correct horse',
      RESTIC_PATH: '/bin/true',
    }
    expect(await textOf(await makeSoundApp({ ...live, ...s3, ...settings }))).toMatchObject({
      state: 'note',
      text: expect.stringContaining('They don’t hold the files in s3://marina/files. Turn on versions there'),
    })
  })

  test('asks the bucket of the files', async () => {
    const bucket = new S3Double()
    const checkOf = async (env: Record<string, string>) =>
      (await doctor(await makeSoundApp({ ...bucket.env, ...env }))).checks.find(({ id }) => id === 'storage')
    const STORAGE = `s3://${bucket.bucket}/files`
    expect(await checkOf({ STORAGE })).toMatchObject({ state: 'ok' })
    expect(await checkOf({ STORAGE, S3_SECRET_ACCESS_KEY: 'wrong' })).toMatchObject({
      state: 'risk',
      text: `${STORAGE} can't be used: SignatureDoesNotMatch. Check S3_SECRET_ACCESS_KEY and S3_REGION. Until then uploads fail.`,
    })
    expect(await checkOf({ STORAGE: 's3://elsewhere' })).toMatchObject({
      state: 'risk',
      text: expect.stringContaining("s3://elsewhere can't be used: NoSuchBucket."),
    })
    await bucket.stop()
  })

  test('asks the bucket of the files once a minute, so that the page waits once for one that is away', async () => {
    const bucket = new S3Double()
    const app = await makeSoundApp({ ...bucket.env, STORAGE: `s3://${bucket.bucket}/files` })
    const at = app.deps.now()
    app.setNow(at)
    const stateOf = async () => (await doctor(app)).checks.find(({ id }) => id === 'storage')?.state
    expect(await stateOf()).toBe('ok')
    await bucket.stop()
    expect(await stateOf()).toBe('ok')
    app.setNow(at + 60_000)
    expect(await stateOf()).toBe('risk')
  })

  test('shows no secret', async () => {
    const app = await makeSoundApp({ SMTP_URL: 'smtp://me:hunter2@mail:25', SITE_PASSWORD: 'seven77' })
    const { out } = await admin(app, 'doctor')
    expect(out.join('\n')).not.toMatch(/hunter2|seven77/)
  })
})

test('the owner link’s token is stored as a hash', async () => {
  const app = await makeTestApp()
  const token = await inTransaction(app.db, trx => makeOwnerToken(trx, 0))
  const { token_hash: hash } = await app.db.selectFrom('owner_links').selectAll().executeTakeFirstOrThrow()
  expect(hash).not.toContain(token)
})
