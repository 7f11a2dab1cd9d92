import { imageTexts } from '#contract/images.ts'
import { limits } from '#contract/limits.ts'
import { ApiError, invalid } from '#server/http/errors.ts'

/** Bytes. */
const multipartExtra = 16_384

const tooLarge = () => new ApiError('too_large', imageTexts.tooLarge)

/**
 * Form field `file`, or the body.
 * @throws ApiError 413 without reading beyond the limit, 415, 400
 */
export async function readFile(request: Request): Promise<Uint8Array> {
  const type = request.headers.get('content-type') ?? ''
  if (/^multipart\/form-data\b/i.test(type)) {
    const body = await readAtMost(request, limits.image + multipartExtra)
    const file = (await parseForm(body, type)).get('file')
    if (!(file instanceof File)) throw invalid([{ path: 'file', message: imageTexts.missing }])
    if (file.size > limits.image) throw tooLarge()
    return file.bytes()
  }
  if (/^(image\/[\w.+-]+|application\/octet-stream)\b/i.test(type)) return readAtMost(request, limits.image)
  throw new ApiError('unsupported_media_type', 'Send the picture as multipart/form-data or as its own bytes.')
}

async function parseForm(body: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'content-type': type } }).formData()
  } catch (cause) {
    throw new ApiError('invalid', 'The request is not valid.', { cause })
  }
}

async function readAtMost(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.byteLength
    if (size > limit) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}
