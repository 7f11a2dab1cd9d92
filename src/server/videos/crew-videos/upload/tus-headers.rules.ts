import { ApiError, invalid } from '#server/http/errors.ts'

/** Quotes: https://tus.io/protocols/resumable-upload, 1.0.0. */
type RequestHeaders = Pick<Headers, 'get'>

export const tusVersion = '1.0.0'

const uploadType = 'application/offset+octet-stream'

/** "it MUST respond with the 412 Precondition Failed status and MUST include the Tus-Version header" @throws ApiError 412 */
export function checkVersion(headers: RequestHeaders): void {
  if (headers.get('tus-resumable') === tusVersion) return
  throw new ApiError('precondition_failed', `Send Tus-Resumable: ${tusVersion}.`, {
    headers: { 'Tus-Version': tusVersion },
  })
}

/**
 * "All PATCH requests MUST use Content-Type: application/offset+octet-stream"
 * @throws ApiError 400, 415
 */
export function checkPatch(headers: RequestHeaders): void {
  if (headers.get('content-type') !== uploadType)
    throw new ApiError('unsupported_media_type', `Send the bytes of a PATCH as ${uploadType}.`)
  if (!/^(0|[1-9]\d{0,15})$/.test(headers.get('upload-offset') ?? ''))
    throw invalid([
      { path: 'Upload-Offset', message: 'Say in Upload-Offset from which byte on, as a whole number' },
    ])
  if (headers.get('upload-length') !== null)
    throw invalid([{ path: 'Upload-Length', message: 'An upload keeps the length that it was created with' }])
}

export const tooManyBytes = (size: number | string): ApiError =>
  new ApiError('too_large', `This upload is for ${size} bytes, and more were sent.`)

const metadataMax = 4096

/**
 * Refuses extensions absent from OPTIONS, and a body that its slot has no room for.
 * @throws ApiError 400, 413, 415
 */
export function checkCreation(headers: RequestHeaders, hasBody: boolean): void {
  if (hasBody && headers.get('content-type') !== uploadType)
    throw new ApiError('unsupported_media_type', `Send the bytes of an upload as ${uploadType}.`)
  if ((headers.get('upload-metadata') ?? '').length > metadataMax)
    throw invalid([
      { path: 'Upload-Metadata', message: `Send at most ${metadataMax} characters of Upload-Metadata` },
    ])
  if (headers.get('upload-defer-length') !== null)
    throw invalid([
      { path: 'Upload-Length', message: 'Say in Upload-Length how large the whole upload becomes' },
    ])
  if (headers.get('upload-concat') !== null)
    throw invalid([{ path: 'Upload-Concat', message: 'Send the upload as one, not in parallel parts' }])
  const size = headers.get('upload-length')
  if (hasBody && size !== null && Number(headers.get('content-length')) > Number(size))
    throw tooManyBytes(size)
}

/** "The actual method of the request MUST be ignored." Null: unknown. */
export function overriddenMethod(headers: RequestHeaders): 'PATCH' | 'DELETE' | 'HEAD' | null {
  const method = headers.get('x-http-method-override')?.toUpperCase()
  return method === 'PATCH' || method === 'DELETE' || method === 'HEAD' ? method : null
}
