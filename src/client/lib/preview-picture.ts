import { hashOf } from './hash.ts'

/** Changes its URL with its content, because previews are cached for days. */
export const previewPicture = (path: string, content: unknown) =>
  `${path}?v=${hashOf(JSON.stringify(content)).toString(36)}`
