import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type BoatId, newId, type UserId, type VideoId } from '#contract/ids.ts'
import { hour } from '#contract/time.ts'
import type { Trx } from '#server/db/connection.ts'
import { moveIn } from '#server/storage/file-storage/index.ts'
import { pathOf } from '#server/videos/crew-videos/storage/disk-storage.ts'

const clips = [
  {
    boat: 'Reel Deal',
    file: 'noon',
    caption: 'Doubled up on the troll! Blue one on the short rigger.',
    tag: 'Hookup',
    visibility: 'Public',
    hoursAgo: 3,
  },
  {
    boat: 'Reel Deal',
    file: 'sunrise',
    caption: 'Lines in at first light.',
    tag: 'Run',
    visibility: 'Public',
    hoursAgo: 9,
  },
  {
    boat: 'Reel Deal',
    file: 'dusk',
    caption: 'For those who believed in us: she jumped six times.',
    tag: 'Catch',
    visibility: 'Backers',
    hoursAgo: 20,
  },
  {
    boat: 'Knot Today',
    file: 'dusk',
    caption: 'Last light, last bait, best fish of the trip.',
    tag: 'Catch',
    visibility: 'Public',
    hoursAgo: 13,
  },
  {
    boat: 'Hook & Ladder',
    file: 'sunrise',
    caption: 'Running out past the breakwater. Coffee first.',
    tag: 'Run',
    visibility: 'Public',
    hoursAgo: 27,
  },
  {
    boat: 'Bite Club',
    file: 'noon',
    caption: 'We do not talk about the one that got away.',
    tag: 'Other',
    visibility: 'Public',
    hoursAgo: 31,
  },
] as const

const durationMs = 12_000

export interface DemoVideo {
  id: VideoId
  clip: (typeof clips)[number]
  size: number
}

/** Stores files before rows. */
export async function placeDemoVideos(dataDir: string, root: string): Promise<DemoVideo[]> {
  return Promise.all(
    clips.map(async clip => {
      const id: VideoId = newId<'video'>()
      const from = (extension: string) => join(root, 'db/demo-media', `${clip.file}.${extension}`)
      for (const [name, extension] of [
        ['web', 'mp4'],
        ['poster', 'jpg'],
      ] as const) {
        const file = join(dataDir, 'uploads', pathOf(id, name))
        await mkdir(dirname(file), { recursive: true })
        await copyFile(from(extension), `${file}.part`)
        await moveIn(`${file}.part`, file)
      }
      return { id, clip, size: Bun.file(from('mp4')).size }
    }),
  )
}

type BoatOf = (name: string) => { id: BoatId; owner: UserId }

/** @param crew of the first boat; the others' owners film themselves */
export async function postDemoVideos(
  trx: Trx,
  videos: readonly DemoVideo[],
  boatOf: BoatOf,
  crew: UserId,
  now: number,
): Promise<void> {
  const authors = new Map<BoatId, UserId>()
  for (const { id, clip, size } of videos) {
    const { id: boat, owner } = boatOf(clip.boat)
    const author = authors.get(boat) ?? (authors.size === 0 ? crew : owner)
    if (!authors.has(boat))
      await trx
        .insertInto('crew_members')
        .values({ user_id: author, boat_id: boat, approved_at: now, created_at: now })
        .execute()
    authors.set(boat, author)
    const at = now - clip.hoursAgo * hour
    await trx
      .insertInto('crew_videos')
      .values({
        id,
        owner_id: author,
        file_name: `${clip.file}.mp4`,
        size_bytes: size,
        status: 'ready',
        duration_ms: durationMs,
        format: 'mp4',
        has_web: 1,
        has_poster: 1,
        created_at: at,
        expires_at: at,
        uploaded_at: at,
        checked_at: at,
      })
      .execute()
    await trx
      .insertInto('crew_posts')
      .values({
        id: newId<'post'>(),
        video_id: id,
        author_id: author,
        boat_id: boat,
        caption: clip.caption,
        tag: clip.tag,
        visibility: clip.visibility,
        published_at: at,
        created_at: at,
      })
      .execute()
  }
}
