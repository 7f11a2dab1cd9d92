import { hashOf } from './hash.ts'

/** Changes its URL with its content, because previews are cached for days. */
export const previewPicture = (path: string, shown: unknown) =>
  `${path}?v=${hashOf(JSON.stringify(shown)).toString(36)}`
