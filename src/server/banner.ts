import { join } from 'node:path'
import { type BackupConfig, dailyAt } from './backup-config.ts'
import { backupFault, resticPath } from './backup-faults.ts'
import type { Db } from './db/connection.ts'
import type { Env } from './env.ts'
import { printable } from './env-values.ts'
import { listSetAside, modeTotalText } from './money/funding/index.ts'
import { settingRisks } from './site/admin/index.ts'
import { ffmpegPath } from './videos/crew-videos/index.ts'

function paymentsLine({ payments }: Env): string {
  if (payments === null) return 'test payments: no card is charged'
  const { name, mode } = payments
  return mode === 'live'
    ? `live (${name}): cards are charged`
    : `sandbox (${name}): only ${name}’s test cards work, no card is charged`
}

function backupsLine(backups: BackupConfig | null, fault: string | null): string {
  if (backups === null) return 'none by itself: set BACKUP_TO'
  const { place, at, passphrase } = backups
  if (fault !== null) return `none to ${printable('BACKUP_TO', place.text)}, see Risk`
  const how =
    resticPath(backups) === null
      ? 'archives, not encrypted'
      : passphrase === null
        ? 'not encrypted'
        : 'encrypted'
  return `${dailyAt(at)} to ${printable('BACKUP_TO', place.text)}, ${how}`
}

function dataLine({ dataDir, databaseUrl }: Env): string {
  const directory = printable('DATA_DIR', dataDir)
  return databaseUrl === null
    ? directory
    : `${printable('DATABASE_URL', databaseUrl)}; scratch files in ${directory}`
}

export const uncountedNotes = async (db: Db): Promise<string[]> =>
  (await listSetAside(db)).map(
    total =>
      `Not counted ${modeTotalText(total)}: paid in another payment mode, see docs/self-hosting/payments.md`,
  )

/** @param generatedPassword null when SITE_PASSWORD is set */
export function banner(
  env: Env,
  port: number,
  generatedPassword: string | null,
  notes: readonly string[] = [],
): string {
  const url = printable('PUBLIC_URL', env.publicUrl ?? `http://localhost:${port}`)
  const backupRisk = backupFault(env)
  const risks = [
    ...settingRisks(env).map(({ text }) => text),
    ...(backupRisk === null ? [] : [`No backup is made. ${backupRisk}`]),
  ]
  const lines = [
    `  Reelstake   ${url}`,
    `  Data        ${dataLine(env)}`,
    `  Payments    ${paymentsLine(env)}`,
    `  Mail        ${env.smtpUrl ? `SMTP, from ${printable('MAIL_FROM', env.mailFrom)}` : `written to ${printable('DATA_DIR', join(env.dataDir, 'db', 'outbox'))}`}`,
    `  Video       ${ffmpegPath(env) ? 'posters and renditions by ffmpeg' : 'no ffmpeg: videos are shown as they come, with the place where they were taken; some phones’ not at all'}`,
    ...(env.storage ? [`  Files       in ${printable('STORAGE', env.storage.text)}`] : []),
    `  Backups     ${backupsLine(env.backups, backupRisk)}`,
    `  Gate        ${!env.siteGate ? 'off, the site is open' : generatedPassword ? `password ${generatedPassword}` : 'on, with SITE_PASSWORD'}`,
    ...risks.map(text => `  Risk        ${text}`),
    ...notes.map(note => `  ${note}`),
  ]
  return `\n${lines.join('\n')}\n\n`
}
