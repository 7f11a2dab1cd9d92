import type { Readable } from 'node:stream'
import type { Server, Upload } from '@tus/server'
import type { UserId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import { videoTexts as texts } from '#contract/videos/video-texts.ts'
import { inTransaction } from '#server/db/connection.ts'
import { idempotencyKey } from '#server/http/idempotency-key.ts'
import { paramId } from '#server/http/param-id.ts'
import { parse } from '#server/http/validate.ts'
import { deleteVideo, findVideo } from '../crew-videos.queries.ts'
import { isUnfinished, maxUploadBytes, uploadLifetime } from '../crew-videos.rules.ts'
import type { VideoRow } from '../crew-videos.table.ts'
import { finishUpload, type Uploads } from './finish-upload.ts'
import { openSlot } from './open-slot.ts'

/** Milliseconds. */
const drainMs = 250

export interface Tus {
  /** @param creator owner of a new upload */
  handle(request: Request, creator?: UserId): Promise<{ response: Response; error: unknown }>
}

/** Loads `@tus/server` for the first upload. */
export function makeTus(uploads: Uploads): Tus {
  let loading: Promise<Tus> | undefined
  return {
    async handle(request, creator) {
      loading ??= loadTus(uploads)
      return (await loading).handle(request, creator)
    },
  }
}

/** @throws ApiError 404 */
const idOf = (id: string) => paramId<'video'>(id, texts.unknownUpload)

const lastPart = (url: string) => new URL(url).pathname.split('/').at(-1)

async function loadTus({ deps, storage, locker }: Uploads): Promise<Tus> {
  const { db, now, env } = deps
  const { DataStore, ERRORS, Server, Upload } = await import('@tus/server')
  const creators = new WeakMap<object, UserId>()
  const errors = new WeakMap<object, unknown>()
  const lifetime = uploadLifetime(env)

  class UploadStore extends DataStore {
    // The server doesn't offer `creation-defer-length`.
    override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']

    /** `openSlot` has begun the upload; a repeated creation may find it finished. */
    override async create(upload: Upload): Promise<Upload> {
      return upload
    }

    /** A repeated creation sends its first bytes again: those that have arrived stay. */
    override async write(bytes: Readable, id: string, offset: number): Promise<number> {
      const video = await this.#find(id)
      const received = await this.#receivedOf(video)
      if (isUnfinished(video) && offset === received)
        return storage.append(video.id, offset, bytes, video.size_bytes)
      for await (const _ of bytes);
      return received
    }

    override async getUpload(id: string): Promise<Upload> {
      const video = await this.#find(id)
      const offset = await this.#receivedOf(video)
      return new Upload({
        id,
        size: video.size_bytes,
        offset,
        metadata: { filename: video.file_name },
        creation_date: iso(video.created_at),
      })
    }

    override async remove(id: string): Promise<void> {
      const video = await this.#find(id)
      await inTransaction(db, trx => deleteVideo(trx, video.id, now()))
      await storage.dropUpload(video.id)
    }

    override getExpiration(): number {
      return lifetime
    }

    /** A finished upload may have left the store. */
    async #receivedOf(video: VideoRow): Promise<number> {
      if (!isUnfinished(video)) return video.size_bytes
      const received = await storage.received(video.id)
      if (received === null) throw ERRORS.FILE_NO_LONGER_EXISTS
      return received
    }

    async #find(id: string): Promise<VideoRow> {
      const video = await findVideo(db, idOf(id))
      if (!video) throw ERRORS.FILE_NOT_FOUND
      return video
    }
  }

  const server: Server = new Server({
    path: '/files',
    datastore: new UploadStore(),
    locker,
    lockDrainTimeout: drainMs,
    relativeLocation: true,
    maxSize: maxUploadBytes(env),
    allowedOrigins: origin => env.corsOrigins.includes(origin),
    allowedHeaders: ['Idempotency-Key', 'X-Upsert'],
    getFileIdFromRequest: request => lastPart(request.url),
    async namingFunction(request, metadata) {
      const owner = creators.get(request)
      if (owner === undefined) throw new Error('an upload without a creator')
      return (await openSlot({ deps, storage }, owner, await slotRequest(request, metadata))).id
    },
    async onUploadFinish(_request, upload) {
      // Its lock is free by now: another request may have begun to write.
      await finishUpload({ deps, storage, locker }, { id: idOf(upload.id), size_bytes: upload.size ?? 0 })
      return {}
    },
    onResponseError(request, error) {
      errors.set(request, error)
      return undefined
    },
  })

  return {
    async handle(request, creator) {
      if (creator !== undefined) creators.set(request, creator)
      const response = await server.handleWeb(request)
      return { response, error: errors.get(request) }
    },
  }
}

/** @throws ApiError 400 */
async function slotRequest(request: Request, metadata: Record<string, string | null> = {}) {
  const { newVideo } = await import('#contract/videos/crew-videos.ts')
  const duration = metadata.durationSec
  const fields = await parse(newVideo, {
    fileName: metadata.filename ?? metadata.name ?? 'video',
    sizeBytes: Number(request.headers.get('upload-length')),
    ...(duration != null && { durationSec: Number(duration) }),
  })
  return {
    fileName: fields.fileName,
    sizeBytes: fields.sizeBytes,
    durationSec: fields.durationSec ?? null,
    key: idempotencyKey(request.headers),
    uploadMetadata: request.headers.get('upload-metadata'),
  }
}
