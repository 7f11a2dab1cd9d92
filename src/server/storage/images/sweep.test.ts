import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type ImageId, newId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import { runAdmin } from '#server/cli/admin.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addBoat, addImage, addUpdate, addUser } from '../../../../tests/support/factories.ts'
import { addVideoRow } from '../../../../tests/support/posts.ts'
import { addRows, changeRows } from '../../../../tests/support/rows.ts'
import { sweepImages } from './sweep.ts'

let directory: string
let site: TestApp

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'reelstake-image-sweep-'))
  mkdirSync(join(directory, 'uploads', 'images'), { recursive: true })
  mkdirSync(join(directory, 'db'))
  site = await makeTestApp({ DATA_DIR: directory })
  site.setNow(Date.now())
})
afterEach(() => rmSync(directory, { recursive: true }))

const pathOf = (id: string, ...below: string[]) =>
  join(directory, 'uploads', 'images', ...below, `${id}.webp`)

function addFile(id: string, ageDays = 0, ...below: string[]): void {
  writeFileSync(pathOf(id, ...below), 'picture')
  const at = (Date.now() - ageDays * day) / 1000
  utimesSync(pathOf(id, ...below), at, at)
}

async function addPicture(): Promise<ImageId> {
  const id = await addImage(site.db, await addUser(site.db))
  addFile(id, 30)
  return id
}

const later = (days: number) => site.setNow(Date.now() + days * day)

describe('the sweep of pictures', () => {
  test('deletes an unused picture after a week, and retains those of boats, updates and videos', async () => {
    const [unusedId, ofBoat, ofUpdate, ofVideo] = [
      await addPicture(),
      await addPicture(),
      await addPicture(),
      await addPicture(),
    ]
    await addBoat(site.db, { image_id: ofBoat })
    await addUpdate(site.db, { image_id: ofUpdate })
    await addVideoRow(site.db, { poster_image_id: ofVideo })
    later(6.9)
    expect(await sweepImages(site.deps)).toEqual({ unused: 0, orphans: 0, heldBack: 0 })
    later(7.1)
    expect(await sweepImages(site.deps)).toEqual({ unused: 1, orphans: 0, heldBack: 0 })
    expect(existsSync(pathOf(unusedId))).toBe(false)
    for (const id of [ofBoat, ofUpdate, ofVideo]) expect(existsSync(pathOf(id))).toBe(true)
    const rows = await site.db.selectFrom('images').select('id').execute()
    expect(rows.map(({ id }) => id).sort()).toEqual([ofBoat, ofUpdate, ofVideo].sort())
  })

  test('retains the profile pictures and the logo', async () => {
    const owner = await addUser(site.db)
    const [picture, logo] = [await addImage(site.db, owner), await addPicture()]
    addFile(picture, 30)
    const metadata = JSON.stringify({ avatar_url: `/images/${picture}.webp` })
    await changeRows(site.db, 'users', { metadata }, { id: owner })
    await addRows(site.db, 'branding', { id: 1, logo_id: logo })
    later(8)
    expect(await sweepImages(site.deps)).toEqual({ unused: 0, orphans: 0, heldBack: 0 })
    for (const id of [picture, logo]) expect(existsSync(pathOf(id))).toBe(true)
    await changeRows(site.db, 'users', { metadata: '{}' })
    expect(await sweepImages(site.deps)).toMatchObject({ unused: 1 })
  })

  /** Each column that may name a picture: whether the sweep looks there. */
  const columns: Record<string, 'names pictures' | 'does not'> = {
    'boats.image_id': 'names pictures',
    'updates.image_id': 'names pictures',
    'crew_videos.poster_image_id': 'names pictures',
    'branding.logo_id': 'names pictures',
    'users.metadata': 'names pictures',
    'crew_videos.has_poster': 'does not',
    'crew_videos.upload_metadata': 'does not',
  }

  test('SQLite: knows each column that may name a picture', async () => {
    const { rows } = await sql<{ name: string; column: string }>`
      select m.name, p.name as "column" from sqlite_master m join pragma_table_info(m.name) p
      where m.type = 'table'`.execute(site.db)
    const names = rows
      .filter(({ column }) => /image|picture|photo|avatar|logo|poster|metadata/.test(column))
      .map(({ name, column }) => `${name}.${column}`)
    expect(names.sort()).toEqual(Object.keys(columns).sort())
  })

  test('moves a file without a row to quarantine after a day, and deletes it after 14 more', async () => {
    const [young, old] = [newId<'image'>(), newId<'image'>()]
    addFile(young)
    addFile(old, 2)
    expect(await sweepImages(site.deps)).toMatchObject({ orphans: 1, heldBack: 0 })
    expect([existsSync(pathOf(young)), existsSync(pathOf(old))]).toEqual([true, false])
    expect(existsSync(pathOf(old, 'quarantine'))).toBe(true)
    addFile(old, 15, 'quarantine')
    await sweepImages(site.deps)
    expect(existsSync(pathOf(old, 'quarantine'))).toBe(false)
  })

  test('returns a file from quarantine when its row returns', async () => {
    const id = await addPicture()
    mkdirSync(join(directory, 'uploads', 'images', 'quarantine'))
    rmSync(pathOf(id))
    addFile(id, 15, 'quarantine')
    await sweepImages(site.deps)
    expect(existsSync(pathOf(id))).toBe(true)
  })

  test('changes nothing when more than a tenth have no row, as after a database loss', async () => {
    const ids = [newId<'image'>(), newId<'image'>(), newId<'image'>()]
    for (const id of ids) addFile(id, 30)
    expect(await sweepImages(site.deps)).toEqual({ unused: 0, orphans: 0, heldBack: 3 })
    for (const id of ids) expect(existsSync(pathOf(id))).toBe(true)
  })

  test('the operator’s sweep-uploads sweeps pictures too, with --force any number', async () => {
    const ids = [newId<'image'>(), newId<'image'>(), newId<'image'>()]
    for (const id of ids) addFile(id, 30)
    const unusedId = await addPicture()
    later(8)
    const lines: string[] = []
    const context = {
      ...site.deps,
      print: (line: string) => void lines.push(line),
      readInput: async () => null,
    }
    const run = (...args: string[]) =>
      runAdmin(context, ['sweep-uploads', ...args], line => void lines.push(line))
    expect(await run()).toBe(1)
    expect(existsSync(pathOf(unusedId))).toBe(false)
    expect(lines.at(-1)).toContain('If so, run "bun run admin sweep-uploads --force".')
    expect(await run('--force')).toBe(0)
    expect(lines.at(-1)).toBe('Removed 0 expired uploads and 3 orphaned files.')
    for (const id of ids) expect(existsSync(pathOf(id, 'quarantine'))).toBe(true)
  })

  test('sweeps two files without a row on a small site', async () => {
    await addPicture()
    for (const id of [newId<'image'>(), newId<'image'>()]) addFile(id, 2)
    expect(await sweepImages(site.deps)).toMatchObject({ orphans: 2, heldBack: 0 })
  })

  test('checks any number in a run', async () => {
    const owner = await addUser(site.db)
    const rows = Array.from({ length: 3000 }, () => ({
      id: newId<'image'>(),
      owner_id: owner,
      width: 8,
      height: 8,
      size_bytes: 64,
      created_at: Date.now(),
    }))
    await addRows(site.db, 'images', ...rows)
    later(8)
    expect(await sweepImages(site.deps)).toMatchObject({ unused: 3000 })
  })
})
