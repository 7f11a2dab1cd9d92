import type { UserId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import type { Section } from '#server/db/personal-data.ts'
import type { Deps } from '#server/deps.ts'
import { siteUrl } from '#server/env.ts'
import type { StoredFile } from '#server/storage/file-storage/index.ts'
import { readPicture } from '#server/storage/images/index.ts'
import { ownPictures, ownVideos, type Row, readRows } from './person-data.queries.ts'
import { sections } from './sections.ts'

type Needs = Pick<Deps, 'db' | 'env' | 'files' | 'now' | 'videos'>

interface ArchivedFile {
  name: string
  lastModified: Date
  input: Blob | ReadableStream<Uint8Array> | AsyncIterable<string> | string
}

const camelCase = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const isTime = /_(at|until|since)$/
/** JSON in text columns. */
const jsonColumns = new Set(['metadata', 'channels', 'topics', 'best_catch', 'best_catch_correction'])

function presentValue(column: string, value: string | number | null): unknown {
  if (typeof value === 'number' && isTime.test(column)) return iso(value)
  if (typeof value === 'string' && jsonColumns.has(column)) return JSON.parse(value)
  return value
}

const present = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [camelCase(column), presentValue(column, value)]),
  )

/** `data.json`, in parts. */
async function* dataJson(
  { db, env, now }: Pick<Needs, 'db' | 'env' | 'now'>,
  user: UserId,
): AsyncGenerator<string> {
  yield `{\n"site": ${JSON.stringify(siteUrl(env))},\n"madeAt": "${iso(now())}"`
  for (const section of sections) {
    yield `,\n"${section.name}": [`
    let separator = '\n'
    for await (const rows of readRows(db, section, user)) {
      yield separator + rows.map(row => JSON.stringify(present(row))).join(',\n')
      separator = ',\n'
    }
    yield separator === '\n' ? ']' : '\n]'
  }
  yield '\n}\n'
}

const describe = ({ name, about, fields }: Section) =>
  [
    `${name}: ${about}`,
    ...Object.entries(fields).map(([column, meaning]) => `  ${camelCase(column)}: ${meaning}`),
  ].join('\n')

const readme = (site: string) => `Your data from ${site}

data.json holds what is stored about you, as text. Any text editor or browser opens it.
files/pictures holds your pictures, files/videos your videos.

Times are in UTC. Amounts that end in "Cents" are in cents: 2500 is $25.00.
A field without a value is null. "boat" and "tournament" are names, added so that you can read a line on its own.
Passwords, keys and data about other people are left out.

${sections.map(describe).join('\n\n')}
`

const extension = (name: string, format: 'webm' | 'mp4' | null) =>
  name === 'h264' || format === 'mp4' ? 'mp4' : 'webm'

/** @throws S3Error */
const bytesOf = (file: StoredFile) => file.blob ?? file.stream(0, file.size)

/** Everything in the archive, one after another; files are streamed. */
export async function* archivedFiles(deps: Needs, user: UserId): AsyncGenerator<ArchivedFile> {
  const { db, env, files, now, videos } = deps
  const lastModified = new Date(now())
  yield { name: 'README.txt', lastModified, input: readme(siteUrl(env)) }
  yield { name: 'data.json', lastModified, input: dataJson(deps, user) }
  for await (const pictures of ownPictures(db, user))
    for (const { id, created_at: at } of pictures) {
      const picture = await readPicture(files, id)
      if (picture) yield { name: `files/pictures/${id}.webp`, lastModified: new Date(at), input: picture }
    }
  // The original, as long as it is there.
  for await (const batch of ownVideos(db, user))
    for (const { id, format, created_at: at } of batch)
      for (const name of ['original', 'web', 'h264'] as const) {
        const video = await videos.storage.read(id, name)
        if (!video) continue
        const path = `files/videos/${id}.${extension(name, format)}`
        yield { name: path, lastModified: new Date(at), input: await bytesOf(video) }
        break
      }
}
