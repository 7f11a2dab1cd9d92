import { isoDate } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import { dollars } from '#contract/money.ts'
import { countText, formatBytes } from '#contract/numbers.ts'
import type { Check } from '#contract/site/admin.ts'
import { day } from '#contract/time.ts'
import { readBrand } from '#server/branding/index.ts'
import { readClockRisk } from '#server/clock/index.ts'
import type { RootDb } from '#server/db/connection.ts'
import { diskOf } from '#server/disk-space.ts'
import { type Env, paymentModeOf } from '#server/env.ts'
import {
  countFailedRefunds,
  countOpenDisputes,
  countUnknownPayments,
  findLatestEvent,
  findLatestWebhook,
  findRefusedWebhook,
} from '#server/money/funding/index.ts'
import { sumHeld } from '#server/money/ledger/index.ts'
import { countOpenRequests, hasOwner, listWeakOwners } from '#server/people/site-roles/index.ts'
import { findLatest } from '#server/record/index.ts'
import { listOpenTournaments } from '#server/site/account-deletion/index.ts'
import { hasOwnText } from '#server/site/legal/index.ts'
import { version } from '#server/version.ts'
import { ffmpegPath } from '#server/videos/crew-videos/index.ts'
import { countFailedJobs } from './admin.queries.ts'
import { checkBackups } from './backup-check.ts'
import { check, formatAge } from './fixes.rules.ts'
import { checkProcesses } from './process-check.ts'
import { settingRisks } from './risks.rules.ts'
import { checkStorage } from './storage-check.ts'
import { testedRoute } from './test-mail.ts'

interface Needs {
  db: RootDb
  env: Env
  now: () => number
}

const megabyte = 1024 * 1024
/** Days after a tournament after which held money needs a person. */
const heldTooLongDays = 30

/**
 * Returns the open points of the checklist, risks first.
 * The admin page and `bun run admin doctor` show the same.
 */
export async function readChecklist(deps: Needs): Promise<Check[]> {
  const risks = settingRisks(deps.env)
  const checks = [
    await checkOwner(deps),
    await checkMail(deps),
    await checkPayments(deps),
    ...checkSettings(deps),
    await checkSupport(deps),
    await checkTerms(deps),
    await checkBackups(deps),
    checkDisk(deps),
    await checkClock(deps),
    await checkStorage(deps),
    await checkWork(deps),
    await checkMoney(deps),
    await checkOrganisers(deps),
    await checkRequests(deps),
    await checkProcesses(deps.db),
    check('ok', 'version', `Reelstake ${version}, Bun ${Bun.version}.`),
  ]
  const riskIds = new Set(risks.map(({ id }) => id))
  const all = [...risks, ...checks.filter(({ id }) => !riskIds.has(id))]
  const order: readonly Check['state'][] = ['risk', 'note', 'ok']
  return all.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}

async function checkOwner({ db }: Needs): Promise<Check> {
  const weak = await listWeakOwners(db)
  if (weak.length > 0)
    return check(
      'risk',
      'owner',
      `${weak.join(', ')}: an owner’s password needs at least ${limits.ownerPasswordMin} characters. Choose a longer one on the account page.`,
    )
  return (await hasOwner(db))
    ? check('ok', 'owner', 'The site has an owner.')
    : check(
        'risk',
        'owner',
        'The site has no owner. Open the link that the server prints at its start, or run: bun run admin grant EMAIL owner',
      )
}

async function checkClock({ db, now }: Needs): Promise<Check> {
  const risk = await readClockRisk(db, now())
  return risk === null ? check('ok', 'clock', 'It agrees with the records.') : check('risk', 'clock', risk)
}

async function checkMail({ db, env }: Needs): Promise<Check> {
  if (env.smtpUrl === null)
    return check('note', 'mail', 'Mail is written to files under DATA_DIR. Set SMTP_URL to send it.')
  const route = testedRoute(env)
  const lastTest = await findLatest(db, 'mail-tested')
  return lastTest?.detail === route
    ? check('ok', 'mail', `Tested on ${isoDate(lastTest.created_at)}, by ${route}.`)
    : check(
        'risk',
        'test-mail',
        `No test mail has been sent by ${route}. Send one here, or run: bun run admin test-mail ADDRESS`,
        'mail',
      )
}

async function checkPayments({ db, env, now }: Needs): Promise<Check> {
  if (env.payments === null)
    return check('note', 'payments', 'Test payments: no card is charged. Set Stripe’s keys to take cards.')
  const { name, mode, webhookSecretVariable } = env.payments
  const [webhookAt, eventAt] = [await findLatestWebhook(db, mode), await findLatestEvent(db)]
  const advice = `Check the endpoint /api/stripe/webhook in its dashboard, and ${webhookSecretVariable}.`
  const refusal = await findRefusedWebhook(db, mode)
  if (refusal && refusal.refused_at > (webhookAt ?? 0))
    return check(
      'risk',
      'payments',
      `${name} (${mode}). The last webhook was refused ${formatAge(now() - refusal.refused_at)}: ${refusal.reason}. ${advice}`,
    )
  if (webhookAt === null) return check('risk', 'payments', `${name} (${mode}) has sent no webhook. ${advice}`)
  const text = `${name} (${mode}). Last webhook: ${formatAge(now() - webhookAt)}.`
  // These events were read from the provider's list, a day after their webhook was due.
  if (eventAt !== null && eventAt > webhookAt + day)
    return check('risk', 'payments', `${text} Later events came without one. ${advice}`)
  return check(mode === 'live' ? 'ok' : 'note', 'payments', text)
}

function checkSettings({ env }: Needs): Check[] {
  return [
    check('ok', 'address', `${env.publicUrl}`),
    env.siteGate
      ? check('ok', 'gate', 'Visitors need the site password.')
      : check('note', 'gate', 'Off: the site is open to everyone.'),
    env.organisers === 'approved'
      ? check('ok', 'organisers', 'Owners approve who creates tournaments.')
      : check(
          'note',
          'organisers',
          'Everyone with an account can create tournaments. Set ORGANISERS=approved to decide yourself.',
        ),
    env.authAutoconfirm
      ? check(
          'note',
          'autoconfirm',
          'New accounts work at once, since no mail is sent: their addresses may be those of others.',
        )
      : check('ok', 'autoconfirm', 'New accounts confirm their address by mail.'),
    ffmpegPath(env)
      ? check('ok', 'video', 'ffmpeg converts videos.')
      : check(
          'risk',
          'video',
          'ffmpeg not found: videos are not converted and may not play, and everyone who sees one can read where it was taken. Install it or set FFMPEG_PATH.',
        ),
  ]
}

async function checkSupport({ db, env }: Needs): Promise<Check> {
  const { supportEmail } = await readBrand(db, env)
  if (supportEmail !== null) return check('ok', 'support', supportEmail)
  const advice = 'Enter one under Branding on the admin page, or set SUPPORT_EMAIL.'
  return paymentModeOf(env) === 'live'
    ? check('risk', 'support', `Cards are charged, but pages name no address for questions. ${advice}`)
    : check('note', 'support', `Pages name no address for questions. ${advice}`)
}

async function checkTerms({ db }: Needs): Promise<Check> {
  return (await hasOwnText(db, 'terms'))
    ? check('ok', 'terms', 'Your own text is in force.')
    : check(
        'note',
        'terms',
        'The default text is in force. Read it, and have yours checked before you take real money.',
      )
}

function checkDisk({ env }: Needs): Check {
  const { free } = diskOf(env.dataDir)
  const text = `${formatBytes(free)} free.`
  return free < 2 * env.minFreeMb * megabyte
    ? check(
        'risk',
        'disk',
        `${text} Uploads stop at ${env.minFreeMb} MB (MIN_FREE_MB). Free some space, or use a larger disk.`,
      )
    : check('ok', 'disk', text)
}

async function checkWork({ db }: Needs): Promise<Check> {
  const count = await countFailedJobs(db)
  return count === 0
    ? check('ok', 'jobs', 'None has failed.')
    : check('risk', 'jobs', `${count} failed. Run them again on the admin page, or see: bun run admin jobs`)
}

async function checkMoney({ db, env, now }: Needs): Promise<Check> {
  const [disputes, unknown, refunds, heldCents] = [
    await countOpenDisputes(db),
    await countUnknownPayments(db),
    await countFailedRefunds(db),
    await sumHeld(db, paymentModeOf(env), now() - heldTooLongDays * day),
  ]
  const faults = [
    disputes > 0 &&
      `${countText(disputes, 'dispute')} of backers’ banks ${disputes === 1 ? 'is' : 'are'} open`,
    unknown > 0 && `${countText(unknown, 'payment')} at the provider not in the database`,
    refunds > 0 && `${countText(refunds, 'refund')} failed`,
    heldCents > 0 && `${dollars(heldCents)} still held ${heldTooLongDays} days after a tournament`,
  ].filter(text => text !== false)
  const advice =
    disputes > 0
      ? 'Answer them in the dashboard of the payment provider, in time.'
      : unknown + refunds > 0
        ? 'See Payments on the admin page.'
        : 'Its organiser records what the boats got, under Fundings on the Manage page.'
  return faults.length === 0
    ? check('ok', 'money', 'No payment needs a person.')
    : check('risk', 'money', `${faults.join(', ')}. ${advice}`)
}

async function checkOrganisers({ db, env }: Needs): Promise<Check> {
  const tournaments = await listOpenTournaments(db, null, paymentModeOf(env))
  if (tournaments.length === 0)
    return check('ok', 'abandoned', 'No tournament with boats or money lacks its organiser.')
  const names = tournaments.map(({ id, name }) => `${name} (${id})`).join(', ')
  return check(
    'risk',
    'abandoned',
    `Their organisers are banned or deleted: ${names}. They take no payments. Appoint another organiser on the admin page, or run: bun run admin appoint-organiser ID ADDRESS`,
  )
}

async function checkRequests({ db }: Needs): Promise<Check> {
  const open = await countOpenRequests(db)
  return open === 0
    ? check('ok', 'requests', 'None is open.')
    : check(
        'note',
        'requests',
        `${countText(open, 'request')} to run tournaments. Approve or decline them on the admin page.`,
      )
}
