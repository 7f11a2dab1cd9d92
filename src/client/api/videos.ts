import { mutation } from './mutation.ts'
import { query } from './query.ts'

/** Only for the video's owner. */
export const videoQuery = (id: string) => query('GET /api/crew/videos/:id', { params: { id } })

export const createUpload = mutation('POST /api/crew/videos/upload')
/** Says that every byte was sent: the server checks the file. */
export const completeUpload = mutation('POST /api/crew/videos/:id/complete')
export const setPoster = mutation('PUT /api/crew/videos/:id/poster')
export const deleteVideo = mutation('DELETE /api/crew/videos/:id')
