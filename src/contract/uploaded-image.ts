import type { ImageId } from './ids.ts'
import { count, type Infer, type JsonSchema, object, text } from './json-schema.ts'

const imageId: JsonSchema<ImageId> = text as JsonSchema<ImageId>

/** `url`: immutable content. */
export const uploadedImage = object({ id: imageId, url: text, width: count, height: count })
export type UploadedImage = Infer<typeof uploadedImage>
