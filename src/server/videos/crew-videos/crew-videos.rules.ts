import { day } from '#contract/time.ts'
import type { VideoStatus } from '#contract/videos/crew-videos.ts'
import type { Env } from '#server/env.ts'
import type { VideoRow } from './crew-videos.table.ts'
import type { FileName } from './storage/video-storage.ts'

export const megabyte = 1024 * 1024

/** Milliseconds. */
export const uploadLifetime = ({ keepUploadDays }: Pick<Env, 'keepUploadDays'>): number =>
  keepUploadDays * day

export const maxUploadBytes = (env: Pick<Env, 'maxUploadMb'>): number => env.maxUploadMb * megabyte

export const ownsVideo = (person: { id: string } | null, video: Pick<VideoRow, 'owner_id'>): boolean =>
  person !== null && person.id === video.owner_id

export const isUnfinished = ({ status }: Pick<VideoRow, 'status'>): boolean => status === 'uploading'

export const isExpired = (video: Pick<VideoRow, 'status' | 'expires_at'>, now: number): boolean =>
  isUnfinished(video) && video.expires_at <= now

export const isAcceptedVideo = ({ status }: Pick<VideoRow, 'status'>): boolean =>
  status === 'processing' || status === 'ready'

/** Returns the file without metadata (such as GPS), or null if none exists yet. */
export const cleanFile = ({ has_h264, has_web }: Pick<VideoRow, 'has_web' | 'has_h264'>): FileName | null =>
  has_h264 ? 'h264' : has_web ? 'web' : null

export const isShowable = (video: Pick<VideoRow, 'status' | 'has_web' | 'has_h264'>): boolean =>
  video.status === 'ready' && cleanFile(video) !== null

export const isPreparing = (video: Pick<VideoRow, 'status' | 'has_web' | 'has_h264'>): boolean =>
  isAcceptedVideo(video) && !isShowable(video)

export interface Usage {
  unfinishedUploads: number
  /** Excludes refused videos; unfinished uploads count in full. */
  bytes: number
}

export function shownStatus({ status }: Pick<VideoRow, 'status'>): VideoStatus {
  switch (status) {
    case 'uploading':
    case 'ready':
    case 'failed':
      return status
    case 'uploaded':
    case 'processing':
      return 'processing'
    case 'refused':
      return 'failed'
  }
}
