import { mutation } from '#client/api/mutation.ts'
import { type Query, query } from '#client/api/query.ts'
import type { CrewVideo } from '#contract/videos/crew-videos.ts'

/** Milliseconds between reads of a video that is being prepared. */
export const preparingMs = 5000

/** Owner only. */
export const videoQuery = (id: string): Query<CrewVideo> => ({
  ...query('GET /api/crew/videos/:id', { params: { id } }),
  retry: 1,
  refetchInterval: ({ state }) => (state.data?.isPreparing === true ? preparingMs : false),
})

export const createUpload = mutation('POST /api/crew/videos/upload')
/** All bytes are sent; the server checks the file. */
export const completeUpload = mutation('POST /api/crew/videos/:id/complete')
export const setPoster = mutation('PUT /api/crew/videos/:id/poster')
export const deleteVideo = mutation('DELETE /api/crew/videos/:id')
