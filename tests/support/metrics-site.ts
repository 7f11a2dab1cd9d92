import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackupPlace } from '#server/backup-config.ts'
import { makeTestApp, type TestApp } from './app.ts'
import { StripeDouble } from './stripe-double.ts'

export interface MetricsSite extends TestApp {
  env: Record<string, string>
  place: BackupPlace
  dataDir: string
  end(): Promise<void>
}

/** Makes a site with live payments and backups, so that it has every metric. Its clock stands. */
export async function makeMetricsSite(): Promise<MetricsSite> {
  const directory = mkdtempSync(join(tmpdir(), 'reelstake-metrics-'))
  const [dataDir, folder] = [join(directory, 'data'), join(directory, 'backups')]
  mkdirSync(join(dataDir, 'db'), { recursive: true })
  mkdirSync(folder)
  const stripe = new StripeDouble()
  const env = { ...stripe.env, DATA_DIR: dataDir, BACKUP_TO: folder, RESTIC_PATH: 'off' }
  const site = await makeTestApp(env)
  site.setNow(Date.now())
  return {
    ...site,
    env,
    place: { kind: 'folder', text: folder },
    dataDir,
    end: async () => {
      await site.db.destroy()
      await stripe.stop()
      rmSync(directory, { recursive: true })
    },
  }
}
